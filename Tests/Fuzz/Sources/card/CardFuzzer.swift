// Fuzzing: any bytes as the card of a model with right checksums. Reading must give no card, or one
// whose figures can be shown and that can be written and read again.

import Foundation
import SpamFilter
import SpamTraining

nonisolated(unsafe) private var content: ModelContent = {
    var classes = [Label.allow, .junk].map { ModelContent.Class(label: $0) }
    classes[1].vectors = [.init(bias: 0, scale: 0.1)]
    return ModelContent(
        settings: TokenizerSettings(), weighting: .count, classes: classes, features: [1, 2, 3], weights: [1, 2, 3], card: [])
}()

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    content.card = Array(UnsafeBufferPointer(start: start, count: count))
    content.encoded().withUnsafeBytes { bytes in
        guard let model = try? ModelView(bytes), let card = ModelCard(model) else { return }
        if let promise = card.falseJunk {
            precondition(promise.independentFalseJunk >= 0 && promise.wantedNeeded ?? 0 >= 0, "a number of groups that is none")
            for label in promise.protectedLabels ?? [] {
                precondition(label.independentFalseJunk >= 0, "a number of groups that is none")
                if let bound = label.bound { _ = ProtectedPromise.wantedNeeded(within: bound) }
            }
            for part in (promise.actions ?? []) + (promise.sourcesLeftOut ?? []) { _ = part.rate }
        }
        if let traffic = card.traffic {
            let shares = Action.allCases.map { traffic[$0] }
            precondition(shares.allSatisfy { (0...1).contains($0) }, "a share that is none: \(traffic)")
        }
        var seen = SeenMessages(card, TokenizerSettings())
        seen.add(Message(body: "free gold"))
        guard let json = try? JSONEncoder().encode(card) else { preconditionFailure("a card that cannot be written") }
        precondition((try? JSONDecoder().decode(ModelCard.self, from: json)) != nil, "a card that cannot be read again")
    }
    return 0
}
