// The groups of wanted messages, with a note where there are too many to group.

import Experiments
import SpamEvaluation
import Statistics

func notedGroups(_ wanted: WantedMessages, of evaluation: Evaluation) throws -> WantedGroups? {
    if wanted.isTooMany {
        note("more than \(grouped(WantedMessages.most)) wanted messages are not grouped: each counts for one of its own")
    }
    return try wanted.groups(of: evaluation)
}
