// Opens a model and decides on one message: every module of the decision core is in use.

import SpamFilter
import SpamFilterIO

@main
struct Program {
    static func main() throws {
        let file = try ModelFile(CommandLine.arguments[1])
        var classifier = Classifier(file.view)
        print(classifier.classify(Message(body: CommandLine.arguments[2])).action.name)
    }
}
