import Foundation
import SpamFilter
import Testing

@testable import SpamFilterIO

@Suite struct ModelFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private let content = ModelContent(
        settings: TokenizerSettings(), weighting: .count,
        classes: [.init(label: .allow), .init(label: .junk, bias: 1.5, scale: 1)], features: [], weights: [])

    private func error(_ path: String) -> ModelFileError? {
        do throws(ModelFileError) {
            _ = try ModelFile(path)
            return nil
        } catch {
            return error
        }
    }

    @Test func modelAnswersFromItsFile() throws {
        let path = folder.path("mine.spam")
        try writeAtomically(content.encoded(), to: path)
        let file = try ModelFile(path)
        try file.view.verify()
        var classifier = Classifier(file.view)
        #expect(classifier.classify(Message(body: "hello")).junkLogOdds == 1.5)
        // The model in use goes on while the file is replaced by something else.
        try writeAtomically(Array("no model".utf8), to: path)
        #expect(classifier.classify(Message(body: "hello again")).junkLogOdds == 1.5)
        #expect(error(path) == .content(path: path, .notAModel))
    }

    /// A mapped file that is overwritten in place, by mistake or by an attacker, gives other
    /// verdicts and no trap.
    @Test(arguments: [0x00, 0x01, 0x7F, 0x80, 0xFF] as [UInt8], [2, 16])
    func aMappedFileThatIsWrittenOverStillAnswers(byte: UInt8, classCount: Int) throws {
        let labels = Array(Label.all.prefix(classCount))
        let features = (1...200).map { UInt64($0) &* 0x9E37_79B9_7F4A_7C15 }
        let content = ModelContent(
            settings: TokenizerSettings(), weighting: .lengthNormalized,
            classes: labels.enumerated().map { $0 == 0 ? .init(label: $1) : .init(label: $1, bias: 0.5, scale: 0.1) },
            features: features, weights: Array(repeating: 7, count: features.count * (classCount - 1)))
        let path = folder.path("mine.spam")
        let bytes = content.encoded()
        try writeAtomically(bytes, to: path)
        let file = try ModelFile(path)
        let copy = try ModelFile(path, .copied)
        var classifier = Classifier(file.view), safe = Classifier(copy.view)
        let message = Message(body: "Free gold! 오늘 대출 승인 see http://gold.example/x", sender: "MYBANK")
        let before = safe.classify(message)
        let handle = try #require(FileHandle(forWritingAtPath: path))
        try handle.write(contentsOf: [UInt8](repeating: byte, count: bytes.count))
        try handle.close()
        let verdict = classifier.classify(message)
        #expect(!verdict.junkLogOdds.isNaN && labels.contains(verdict.label))
        #expect((0..<16).allSatisfy { verdict.probabilities[$0] >= 0 && verdict.probabilities[$0] <= 1 })
        _ = classifier.explain(message)
        #expect(throws: ModelError.self) { try file.view.verify() }
        #expect(file.view.sections.count <= 6 && file.view.labels == labels)
        #expect("\(safe.classify(message))" == "\(before)")
        #expect(error(path) != nil)
    }

    @Test func badFilesAreTypedErrorsWithTheirPath() throws {
        let missing = folder.path("no.spam")
        guard case .file(let fileError) = error(missing) else {
            Issue.record("a missing file opened")
            return
        }
        #expect(fileError.path == missing && fileError.code == ENOENT)
        guard case .file(let folderError) = error(folder.url.path()) else {
            Issue.record("a folder opened")
            return
        }
        #expect(folderError.code == EISDIR)
        let empty = folder.path("empty.spam")
        try writeAtomically([], to: empty)
        #expect(error(empty) == .content(path: empty, .empty))
        #expect(error(empty)?.description.hasPrefix(empty) == true)
        let cut = folder.path("cut.spam")
        try writeAtomically(content.encoded().dropLast(16), to: cut)
        let size = content.encoded().count
        #expect(error(cut) == .content(path: cut, .truncated(expected: size, found: size - 16)))
    }

    /// A sparse file of a terabyte, and one of 3 GiB: refused before the first byte is copied, with
    /// its real size in the error.
    @Test(arguments: [FileLoading.copied, .mapped]) func aFileThatIsNoneOfOursIsNotCopied(loading: FileLoading) throws {
        let path = folder.path("large"), bytes = content.encoded(), large = 3 << 30
        func error(_ bytes: [UInt8], _ size: Int) throws -> (ModelFileError?, RuleFileOpenError?) {
            try writeAtomically(bytes, to: path)
            try #require(truncate(path, off_t(size)) == 0)
            var problems: (ModelFileError?, RuleFileOpenError?)
            do throws(ModelFileError) { _ = try ModelFile(path, loading) } catch { problems.0 = error }
            do throws(RuleFileOpenError) { _ = try RuleFile(path, loading) } catch { problems.1 = error }
            return problems
        }
        let tooLarge = FileError("read", path, code: EFBIG)
        for head in [bytes, Array("no model".utf8)] {
            #expect(try error(head, 1 << 40) == (.file(tooLarge), .file(tooLarge)))
        }
        let leftover = ModelFileError.content(path: path, .leftoverBytes(expected: bytes.count, found: large))
        #expect(try error(bytes, large) == (leftover, .content(path: path, .file(.notAModel))))
        let none = ModelFileError.content(path: path, .notAModel)
        #expect(try error(Array("no model".utf8), large) == (none, .content(path: path, .file(.notAModel))))
        let rules = RuleContent().encoded()
        let tail = RuleFileOpenError.content(path: path, .file(.leftoverBytes(expected: rules.count, found: large)))
        #expect(try error(rules, large) == (none, tail))
        let cut = RuleFileOpenError.content(path: path, .file(.truncated(expected: rules.count, found: rules.count - 1)))
        #expect(try error(rules, rules.count - 1) == (none, cut))
        // Shorter than a head, and nothing behind it.
        let short = ModelFileError.content(path: path, .truncated(expected: 32, found: 31))
        #expect(try error(bytes, 31) == (short, .content(path: path, .file(.notAModel))))
    }

    /// The check of the head says what the check of the whole file says, at every length.
    @Test func theHeadHidesNoError() throws {
        let path = folder.path("cut"), bytes = content.encoded()
        for size in 0...bytes.count + 40 {
            let cut = (bytes + [UInt8](repeating: 0, count: 40)).prefix(size)
            try writeAtomically(cut, to: path)
            let expected = Array(cut).withUnsafeBytes { cut in
                do throws(ModelError) {
                    _ = try ModelView(cut)
                    return nil as ModelError?
                } catch {
                    return error
                }
            }
            #expect(error(path) == expected.map { .content(path: path, $0) })
        }
    }
}
