// Benchmarks: where the figures go. A table for the reader, rows of a dated CSV for the record.

import Foundation

/// The machine, the moment and the commit that figures belong to.
struct Occasion {
    let date: String
    let machine: String
    let cores: Int
    let loadAverage: Double
    let swiftVersion: String
    let commit: String

    init(commit: String) {
        date = ISO8601DateFormatter().string(from: Date())
        machine = Occasion.cpuModel()
        cores = ProcessInfo.processInfo.activeProcessorCount
        var load = [0.0]
        loadAverage = getloadavg(&load, 1) == 1 ? load[0] : .nan
        swiftVersion =
            Occasion.output("swift", "--version").firstMatch(of: /Swift version ([0-9.]+)/).map { String($0.1) } ?? "unknown"
        self.commit = commit
    }

    private static func cpuModel() -> String {
        #if canImport(Darwin)
        let model = output("sysctl", "-n", "machdep.cpu.brand_string")
        #else
        let info = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
        let model = info.firstMatch(of: /model name\s*: (.*)/).map { String($0.1) } ?? ""
        #endif
        let trimmed = model.trimmingCharacters(in: .whitespacesAndNewlines)
        return trimmed.isEmpty ? "unknown" : trimmed
    }

    private static func output(_ command: String...) -> String {
        let process = Process(), pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = command
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return "" }
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: data, as: UTF8.self)
    }
}

/// Columns side by side, numbers to the right.
func table(_ measurements: [Measurement]) -> String {
    let head = ["benchmark", "clock", "unit", "median", "minimum", "p99", "/ naive"]
    let rows =
        [head]
        + measurements.map { m in
            [
                m.benchmark, m.clock.rawValue, m.unit, rounded(m.timing.median), rounded(m.timing.minimum),
                m.timing.p99.map(rounded) ?? "",
                m.ratioToNaive.map { String(format: "%.3f", $0) } ?? "",
            ]
        }
    let widths = head.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
        row.enumerated().map { column, cell in
            let blank = String(repeating: " ", count: widths[column] - cell.count)
            return column < 3 ? cell + blank : blank + cell
        }.joined(separator: "  ")
    }.joined(separator: "\n")
}

/// Appends to `DIRECTORY/DATE.csv`, with a header if the file is new.
func append(_ measurements: [Measurement], _ occasion: Occasion, to directory: String) throws -> String {
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    let path = "\(directory)/speed-\(occasion.date.prefix(10)).csv"
    var text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    if text.isEmpty {
        text = "date,machine,cores,load average,swift version,commit,benchmark,clock,unit,median,minimum,p99,ratio to naive\n"
    }
    for m in measurements {
        let cells = [
            occasion.date, quoted(occasion.machine), "\(occasion.cores)", String(format: "%.2f", occasion.loadAverage),
            occasion.swiftVersion,
            occasion.commit, m.benchmark, m.clock.rawValue, m.unit, rounded(m.timing.median), rounded(m.timing.minimum),
            m.timing.p99.map(rounded) ?? "", m.ratioToNaive.map { String(format: "%.4f", $0) } ?? "",
        ]
        text += cells.joined(separator: ",") + "\n"
    }
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    return path
}

private func quoted(_ cell: String) -> String { "\"" + cell.replacingOccurrences(of: "\"", with: "\"\"") + "\"" }

/// Four digits or so: more would be noise.
private func rounded(_ value: Double) -> String {
    value >= 1000 ? String(format: "%.0f", value) : value >= 10 ? String(format: "%.1f", value) : String(format: "%.3f", value)
}
