// What an app's targets use, all three of the phone's modules: a shared folder, settings,
// a message that is answered. No other package may be needed for it.

import Foundation
import MessageFilterExtension
import SpamFilter
import SpamFilterIO

@main
struct Phone {
    static func main() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "phone-\(UInt64.random(in: 0 ... .max))").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let folder = FilterFolder(path)
        try folder.save(FilterSettings(rules: [Rule(.junk, contains: "free prize")!]))
        let (answer, defers) = FilterHandler(folder).offlineAnswer(to: Message(body: "Your FREE  prize waits"))
        guard answer.action == .junk, !defers else {
            print("phone: expected junk by a rule, found \(answer.action.name)")
            exit(1)
        }
        print("phone: \(answer.action.name)")
    }
}
