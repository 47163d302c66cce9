/*
 * Classifies the lines of standard input: action, label and log-odds of junk for each.
 *
 *     cc classify.c $(pkg-config --cflags --libs spamfilter) -o classify
 *     ./classify mine.spam <messages.txt
 *     ./classify --why mine.spam <messages.txt      with the three strongest clues
 */
#include <spamfilter.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_CLUES = 1000, LONGEST_LINE = 65536 };

static int by_strength(const void *a, const void *b) {
    double x = ((const spamfilter_clue *)a)->contribution, y = ((const spamfilter_clue *)b)->contribution;
    x = x < 0 ? -x : x;
    y = y < 0 ? -y : y;
    return (x < y) - (x > y);
}

static void print_why(spamfilter_model *model, const spamfilter_message *message) {
    static spamfilter_clue clues[MOST_CLUES];
    spamfilter_explanation why;
    if (spamfilter_explain(model, message, SPAMFILTER_WHY_ACTION, &why, clues, MOST_CLUES) != SPAMFILTER_OK) {
        fprintf(stderr, "classify: %s\n", spamfilter_last_error());
        exit(1);
    }
    size_t count = why.clue_count < MOST_CLUES ? why.clue_count : MOST_CLUES;
    qsort(clues, count, sizeof *clues, by_strength);
    for (size_t i = 0; i < count && i < 3; i++) {
        const spamfilter_clue *clue = &clues[i];
        printf("    %+.2f for %s: %s \"%.*s\"\n", clue->contribution, spamfilter_label_name(why.favored), clue->kind,
            (int)(clue->end - clue->start), message->body + clue->start);
    }
}

int main(int argc, char **argv) {
    int explains = argc == 3 && strcmp(argv[1], "--why") == 0;
    if (argc != 2 && !explains) {
        fprintf(stderr, "usage: classify [--why] MODEL <LINES\n");
        return 64;
    }
    spamfilter_model *model;
    if (spamfilter_open(argv[argc - 1], NULL, &model) != SPAMFILTER_OK) {
        fprintf(stderr, "classify: %s\n", spamfilter_last_error());
        return 1;
    }
    static char line[LONGEST_LINE];
    while (fgets(line, sizeof line, stdin)) {
        spamfilter_message message = {.body = line, .body_length = strcspn(line, "\n")};
        spamfilter_verdict verdict;
        if (spamfilter_classify(model, &message, &verdict) != SPAMFILTER_OK) {
            fprintf(stderr, "classify: %s\n", spamfilter_last_error());
            return 1;
        }
        printf("%s\t%s\t%.6f\n", spamfilter_label_name(verdict.action), spamfilter_label_name(verdict.label),
            verdict.junk_log_odds);
        if (explains) print_why(model, &message);
    }
    spamfilter_close(model);
    return 0;
}
