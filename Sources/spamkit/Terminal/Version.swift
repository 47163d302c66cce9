// The version of the tool, for its help, model cards and journals.

let toolVersion = "0.1.0"
