// The version of the tool, as cards, pages and journals name it.

import SpamFilter

/// The version of the tool, for its help, model cards and journals.
let toolVersion = "\(releaseVersion)"
