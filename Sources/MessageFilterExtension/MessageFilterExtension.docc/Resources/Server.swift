import Foundation
import MessageFilterExtension
import SpamFilter

/// The body of a POST to the body of the response. Keep the filter, and ask it one message at a
/// time.
func response(to body: Data, _ filter: inout MessageFilter) -> Data {
    Answer.networkJSON(answering: body) { message in filter.decide(message).answer }
}
