// Fuzzing: any bytes as a query, an answer and a well-known file. Reading must give a
// typed error, or a value that is the same when written and read again. Everything else ends the
// run.

import Foundation
import MessageFilterExtension
import SpamFilter

let app = AppIdentifier("ABCDE12345.test.example.filter")!

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let json = Data(UnsafeBufferPointer(start: start, count: count))
    if let query = try? NetworkQuery(json: json) {
        precondition((try? NetworkQuery(json: query.json())) == query, "a query that is another one when it is sent")
    }
    if let answer = try? Answer(networkJSON: json) {
        precondition(
            (try? Answer(networkJSON: answer.networkJSON())) == answer, "an answer that is another one when it is sent")
        precondition(answer == Answer(answer.action, answer.subAction), "a pair that does not belong together")
    }
    let reply = Answer.networkJSON(answering: json) { Answer($0.body.isEmpty ? .allow : .junk) }
    precondition((try? Answer(networkJSON: reply)) != nil, "a server that says what no extension reads")
    let wanted = AppSiteAssociation(messageFilter: [app])
    if let problems = try? AppSiteAssociation.problems(of: json, expecting: wanted), problems.isEmpty {
        precondition(String(decoding: json, as: UTF8.self).contains("A"), "a file without the app that passes")
    }
    if let text = String(data: json, encoding: .utf8), let found = AppIdentifier(text) {
        let file = AppSiteAssociation(messageFilter: [found], classificationReport: [app])
        precondition(
            (try? AppSiteAssociation.problems(of: file.json(), expecting: file)) == [], "a file of ours that fails its check")
    }
    return 0
}
