// The options of every command that trains: how a model learns, and what it is for.

import ArgumentParser

struct TrainingArguments: ParsableArguments {
    @OptionGroup var learning: LearningArguments
    @OptionGroup var purpose: PurposeArguments
}
