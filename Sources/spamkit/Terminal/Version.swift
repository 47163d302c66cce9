// The version of the tool, for its help, model cards and journals.

import SpamFilter

let toolVersion = "\(releaseVersion)"
