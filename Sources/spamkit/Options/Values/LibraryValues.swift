// Values of the libraries that are options too.

import ArgumentParser
import Corpus
import CorpusStore
import Experiments
import SpamEvaluation
import SpamFilter

extension CorpusDivision: ExpressibleByArgument {}
extension CorpusFormat: ExpressibleByArgument {}
extension ExportFormat: ExpressibleByArgument {}
extension SliceDimension: ExpressibleByArgument {}
extension SplitUnit: ExpressibleByArgument {}
extension Strength: ExpressibleByArgument {}
extension TuningObjective: ExpressibleByArgument {}

extension TextEncoding: ExpressibleByArgument {
    public init?(argument: String) { self.init(argument) }
}

extension Label: ExpressibleByArgument {
    public init?(argument: String) { self.init(argument) }
}
