// Installs and loads models in a folder: `updates.py` runs many of these at once, kills them, and
// lets their system calls fail.
//
//     updates model SEQUENCE FILE         writes a model that answers with its sequence number
//     updates install FOLDER FILE         one installation; two calls of access mark it for strace
//     updates load FOLDER [BUNDLED]       prints the model's sequence number, marked the same way
//     updates hold FOLDER copied|mapped   loads, waits for a line, decides again
//     updates installs FOLDER LOG FIRST STEP COUNT   adds each confirmed number to the log
//     updates loads FOLDER LOG            loads until its input ends, and compares with the log

import SpamFilter
import SpamFilterIO

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

@main struct Driver {
    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard let command = arguments.first else { fail("expected a command") }
        let rest = Array(arguments.dropFirst())
        switch command {
        case "model": try writeAtomically(model(sequence: UInt64(rest[0])!), to: rest[1])
        case "install": install(rest[0], try FileBytes(rest[1], .copied).array())
        case "load": load(ModelLoader(rest[0], bundled: rest.dropFirst().first))
        case "hold": hold(ModelLoader(rest[0], loading: rest[1] == "mapped" ? .mapped : .copied).load())
        case "installs": try installs(rest[0], ConfirmedNumbers(rest[1]), rest.dropFirst(2).map { UInt64($0)! })
        case "loads": try loads(rest[0], ConfirmedNumbers(rest[1]))
        default: fail("unknown command \(command)")
        }
    }

    private static func fail(_ text: String) -> Never {
        say(text)
        exit(1)
    }

    private static func say(_ text: String) {
        let line = Array("\(text)\n".utf8)
        _ = write(STDERR_FILENO, line, line.count)
    }

    /// Its log-odds of junk for a message without features are its number.
    private static func model(sequence: UInt64) throws -> [UInt8] {
        let features = (1...4_000).map { UInt64($0) &* 0x9E37_79B9_7F4A_7C15 }
        let content = ModelContent(
            settings: TokenizerSettings(), weighting: .count,
            classes: [.init(label: .allow), .init(label: .junk, bias: Float(sequence), scale: 1)],
            features: features, weights: Array(repeating: 7, count: features.count))
        // Nobody asks for the signature, which is wrong.
        let key = PublicKey(base64: "11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=")!
        return try UnsignedFile(content.encoded(), sequence: sequence, key: key.id).signed(Array(repeating: 0, count: 64))
    }

    private static func install(_ folder: String, _ bytes: [UInt8]) {
        _ = access("/begin", F_OK)
        do throws(InstallError) {
            try ModelInstaller(folder).install(bytes)
        } catch {
            fail(error.description)
        }
        // At once: it may be killed at the mark.
        let line = Array("installed\n".utf8)
        _ = write(STDOUT_FILENO, line, line.count)
        _ = access("/end", F_OK)
    }

    private static func load(_ loader: ModelLoader) {
        _ = access("/begin", F_OK)
        let loaded = loader.load()
        _ = access("/end", F_OK)
        print(sequence(loaded).map { "\($0)" } ?? "none")
    }

    /// The number that the loaded model answers with, once it is known to be whole.
    private static func sequence(_ loaded: consuming LoadedModel) -> UInt64? {
        for attempt in loaded.attempts { say("passed over \(attempt)") }
        switch loaded.take() {
        case .none: return nil
        case .some(let file): return sequence(file)
        }
    }

    private static func sequence(_ file: borrowing ModelFile) -> UInt64 {
        do {
            try file.view.verify()
        } catch {
            fail("a model was loaded that is not whole: \(error)")
        }
        var classifier = Classifier(file.view)
        let answer = classifier.classify(Message(body: "")).junkLogOdds
        let sequence = file.view.sequence
        guard answer == Double(sequence) else { fail("the model \(sequence) answers as \(answer)") }
        return sequence
    }

    private static func hold(_ loaded: consuming LoadedModel) {
        guard let file = loaded.take() else { fail("no model") }
        print(sequence(file))
        fflush(nil)
        _ = readLine()
        print(sequence(file))
    }

    private static func installs(_ folder: String, _ confirmed: ConfirmedNumbers, _ numbers: [UInt64]) throws {
        var refused = 0
        for i in 0..<numbers[2] {
            let sequence = numbers[0] + i * numbers[1]
            let bytes = try model(sequence: sequence)
            do throws(InstallError) {
                try ModelInstaller(folder).install(bytes)
                confirmed.add(sequence)
            } catch {
                // The other is ahead.
                guard case .rollback(let newest, sequence) = error, newest > sequence else { fail(error.description) }
                refused += 1
            }
        }
        print(refused)
    }

    private static func loads(_ folder: String, _ confirmed: ConfirmedNumbers) throws {
        _ = fcntl(STDIN_FILENO, F_SETFL, O_NONBLOCK)
        var count = 0, byte: UInt8 = 0
        while read(STDIN_FILENO, &byte, 1) < 0 {
            let before = confirmed.highest()
            let found = sequence(ModelLoader(folder).load())
            guard let found, found >= before else {
                fail("loaded \(found.map { "\($0)" } ?? "none") after \(before) was confirmed")
            }
            count += 1
        }
        print(count)
    }
}

/// The sequence numbers that installers confirmed, in a file that several processes add to.
private struct ConfirmedNumbers {
    private let descriptor: Int32

    init(_ path: String) throws {
        descriptor = open(path, O_RDWR | O_CREAT | O_APPEND, 0o600)
        precondition(descriptor >= 0)
    }

    func add(_ number: UInt64) {
        _ = withUnsafeBytes(of: number) { write(descriptor, $0.baseAddress!, $0.count) }
    }

    func highest() -> UInt64 {
        var numbers = [UInt64](repeating: 0, count: 10_000)
        let count = numbers.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress!, $0.count, 0) }
        return numbers.prefix(max(0, count) / 8).max() ?? 0
    }
}
