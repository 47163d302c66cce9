import Foundation
import MessageFilterExtension

/// The body of a POST to the body of the response. Keep the filter, and ask it one message at a
/// time.
func response(to body: Data, _ filter: inout OfflineFilter) -> Data {
    FilterAnswer.networkJSON(answering: body) { message in filter.answer(message) }
}
