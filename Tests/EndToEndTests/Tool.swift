// End to end: the tool as built beside the tests, run as a person would.

import Foundation

/// A folder of its own for one test, with the project's Datasets and Models in it, and the tool in
/// its path.
struct Workbench: ~Copyable {
    let folder: URL

    static let project = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// Where `spamkit` is: in the folder that `SPAMKIT_TOOL` names, else beside the test bundle.
    /// A release build trains in a tenth of the time.
    static var products: URL {
        if let folder = ProcessInfo.processInfo.environment["SPAMKIT_TOOL"] { return project.appending(path: folder) }
        #if os(macOS)
        for bundle in Bundle.allBundles where bundle.bundlePath.hasSuffix(".xctest") {
            return bundle.bundleURL.deletingLastPathComponent()
        }
        #endif
        return URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    }

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("spamkit-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for name in ["Datasets", "Models"] {
            try FileManager.default.createSymbolicLink(
                at: folder.appendingPathComponent(name), withDestinationURL: Workbench.project.appendingPathComponent(name))
        }
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    struct Result {
        let status: Int32
        let output: String
        let errors: String
    }

    /// Runs a line in bash, in the folder.
    func run(_ command: String) throws -> Result {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/bash")
        process.arguments = ["-c", command]
        process.currentDirectoryURL = folder
        var environment = ProcessInfo.processInfo.environment
        environment["PATH"] = Workbench.products.path + ":" + (environment["PATH"] ?? "")
        process.environment = environment
        // Files, not pipes: a full pipe that nobody reads would stop the tool.
        let output = folder.appendingPathComponent("output.txt"), errors = folder.appendingPathComponent("errors.txt")
        for file in [output, errors] { try Data().write(to: file) }
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = try FileHandle(forWritingTo: errors)
        process.standardInput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        return Result(
            status: process.terminationStatus, output: try String(contentsOf: output, encoding: .utf8),
            errors: try String(contentsOf: errors, encoding: .utf8))
    }

    /// Runs a line in bash as in a terminal of 80 columns; standard output and errors are one.
    /// `nil` where there is no pseudo-terminal (`script` of util-linux).
    func runOnTerminal(_ command: String) throws -> Result? {
        guard try run("script --version 2>/dev/null | grep -q util-linux").status == 0 else { return nil }
        try write("stty cols 80 rows 25; unset NO_COLOR; export TERM=xterm; \(command)\n", to: "typed.sh")
        let result = try run("script -qec 'bash typed.sh' /dev/null < /dev/null")
        return Result(status: result.status, output: result.output.replacing("\r\n", with: "\n"), errors: "")
    }

    /// Runs a line on a terminal, where there is one. The output has no colours, and a line for
    /// each state of a progress bar.
    func runAsTyped(_ command: String) throws -> Result {
        guard let result = try runOnTerminal(command) else { return try run(command) }
        let plain = result.output.replacing(/\u{1B}\[[0-9;]*[mK]/, with: "").replacing("\r", with: "\n")
        return Result(status: result.status, output: plain, errors: "")
    }

    func write(_ text: String, to name: String) throws {
        try Data(text.utf8).write(to: folder.appendingPathComponent(name))
    }

    /// The files of the folder, without what every workbench has.
    func files() throws -> [String] {
        let known: Set = ["Datasets", "Models", "output.txt", "errors.txt", "typed.sh"]
        return try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { !known.contains($0) }.sorted()
    }
}
