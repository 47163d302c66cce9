// Benchmarks: the whole life of a process that decides on one message, as an extension that the
// system starts for it. No Foundation. process.sh runs it some hundred times and prints a table.

import HeapFigures
import SpamFilter
import SpamFilterIO

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

@main
enum VerdictOnce {
    static let usage = """
        usage: verdict-once [--figures] MODEL TEXT
          prints the action and the log-odds of junk
          --figures  then lines of a name and a number: nanoseconds, bytes, and kilobytes of memory as Linux tells them

        """

    static func main() {
        var arguments = CommandLine.arguments.dropFirst()
        let wantsFigures = arguments.first == "--figures"
        if wantsFigures { arguments.removeFirst() }
        guard arguments.count == 2 else { fail(usage, 64) }
        let path = arguments.removeFirst()
        let message = Message(body: arguments.removeFirst())
        do throws(ModelFileError) {
            if wantsFigures { try decideAndMeasure(path, message) } else { try decide(path, message) }
        } catch {
            fail("verdict-once: \(error)\n", 1)
        }
    }

    private static func decide(_ path: String, _ message: Message) throws(ModelFileError) {
        let file = try ModelFile(path)
        var classifier = Classifier(file.view)
        show(classifier.classify(message))
    }

    /// The clock is read, and nothing is written, until all timed work is done.
    private static func decideAndMeasure(_ path: String, _ message: Message) throws(ModelFileError) {
        let before = ProcessFigures.anonymousKilobytes(), heapBefore = heap_bytes(), faults = ProcessFigures.pageFaults()
        let start = ProcessFigures.nanoseconds()
        let file = try ModelFile(path)
        let opened = ProcessFigures.nanoseconds()
        var classifier = Classifier(file.view)
        let made = ProcessFigures.nanoseconds()
        let heapAfter = heap_bytes(), faultsToOpen = ProcessFigures.pageFaults() - faults
        let ready = ProcessFigures.nanoseconds()
        let verdict = classifier.classify(message)
        let first = ProcessFigures.nanoseconds()
        let faultsOfFirst = ProcessFigures.pageFaults() - faults - faultsToOpen
        let warm = ProcessFigures.nanoseconds()
        let again = classifier.classify(message)
        let third = ProcessFigures.nanoseconds()
        let anonymous = ProcessFigures.anonymousKilobytes()
        guard verdict.junkLogOdds.bitPattern == again.junkLogOdds.bitPattern else {
            fail("verdict-once: two verdicts differ\n", 1)
        }
        show(verdict)
        print("open_ns", opened - start)
        print("classifier_ns", made - opened)
        print("first_ns", first - ready)
        print("second_ns", third - warm)
        print("open_faults", faultsToOpen)
        print("first_faults", faultsOfFirst)
        print("heap_bytes", heapAfter - heapBefore)
        print("anonymous_before_kb", before)
        print("anonymous_kb", anonymous)
        print("resident_kb", ProcessFigures.peakResidentKilobytes())
    }

    /// By `write`, as `print` asks at run time whether what it is given can describe itself.
    private static func show(_ verdict: Verdict) {
        show(verdict.action.name + " " + verdict.junkLogOdds.description + "\n", to: 1)
    }

    private static func show(_ text: String, to descriptor: Int32) {
        var text = text
        text.withUTF8 { _ = write(descriptor, $0.baseAddress, $0.count) }
    }

    private static func fail(_ reason: String, _ status: Int32) -> Never {
        show(reason, to: 2)
        exit(status)
    }
}
