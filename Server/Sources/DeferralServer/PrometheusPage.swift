// Server: Prometheus' text format (version 0.0.4). Values in, text out.

import Foundation

/// A page of metrics. Names and labels are of this program, so nothing needs an escape.
struct PrometheusPage {
    enum Kind: String {
        case counter, gauge, histogram
    }

    struct Samples {
        fileprivate let name: String
        fileprivate let bounds: [Double]
        fileprivate var text = ""

        mutating func add(_ labels: [(String, String)], _ value: Double) { line(name, labels, value) }

        /// - Parameter buckets: how many in each, one more than there are bounds.
        mutating func add(_ labels: [(String, String)], buckets: [Int], sum: Double, count: Int) {
            var below = 0
            for (bound, bucket) in zip(bounds.map { number($0) } + ["+Inf"], buckets) {
                below += bucket
                line(name + "_bucket", labels + [("le", bound)], Double(below))
            }
            line(name + "_sum", labels, sum)
            line(name + "_count", labels, Double(count))
        }

        private mutating func line(_ name: String, _ labels: [(String, String)], _ value: Double) {
            let list = labels.map { "\($0)=\"\($1)\"" }.joined(separator: ",")
            text += "\(name)\(list.isEmpty ? "" : "{\(list)}") \(number(value))\n"
        }
    }

    private(set) var text = ""

    /// - Parameter name: without the ending of a counter.
    mutating func family(
        _ name: String, _ kind: Kind, _ help: String, bounds: [Double] = [], _ fill: (inout Samples) -> Void
    ) {
        let full = kind == .counter ? name + "_total" : name
        var samples = Samples(name: full, bounds: bounds)
        fill(&samples)
        text += "# HELP \(full) \(help)\n# TYPE \(full) \(kind.rawValue)\n\(samples.text)"
    }

    mutating func histogram(_ name: String, _ help: String, bounds: [Double], _ fill: (inout Samples) -> Void) {
        family(name, .histogram, help, bounds: bounds, fill)
    }

    mutating func value(_ name: String, _ kind: Kind, _ help: String, _ value: Double) {
        family(name, kind, help) { $0.add([], value) }
    }

    /// What every process says of itself, by the names that all exporters use.
    mutating func processValues() {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        value(
            "process_cpu_seconds", .counter, "Processor time in seconds.", Double(time.tv_sec) + Double(time.tv_nsec) / 1e9)
        if let pages = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " "), pages.count > 1,
            let resident = Double(pages[1])
        {
            value("process_resident_memory_bytes", .gauge, "Memory in use.", resident * Double(sysconf(Int32(_SC_PAGESIZE))))
        }
    }
}

/// Whole numbers without a fraction.
private func number(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e15 ? "\(Int(value))" : "\(value)"
}
