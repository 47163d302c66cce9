// Files of a cluster are trusted by nobody: whatever their bytes, opening gives a typed error, or a
// value that can be used.

import Corpus
import SpamFilter
import Testing
import TrainingFixtures

@testable import SpamTraining

@Suite struct HostileGradientTests {
    private let plan: GradientPlan
    /// Each file with what a worker or the driver does with it.
    private let files: [(name: String, bytes: [UInt8], use: ([UInt8]) throws -> Void)]

    init() throws {
        var settings = TrainingSettings()
        settings.trainer = LogisticRegression()
        settings.minDocumentFrequency = 3
        let messages = Array(InventedMessages.named.prefix(60))
        let cluster = try ClusterInMemory([messages], settings, folds: 2)
        let status = try cluster.advance(to: .sum)
        let plan = try cluster.plan
        self.plan = plan
        let rows = try cluster.prepared(messages)
        let weights = cluster.folder.files[RunFiles.weightsName(status.pass)]!
        let point = try weights.withUnsafeBytes { try PassWeights($0, plan) }
        let sums = try cluster.results(status)[0]
        try cluster.advance(to: .score)
        let models = cluster.folder.files[RunFiles.modelsName]!
        let scores = try cluster.results(try cluster.run.step([]))[0]
        let scorers = try models.withUnsafeBytes { try FoldModels($0, plan) }
        func use(_ open: @escaping (UnsafeRawBufferPointer) throws -> Void) -> ([UInt8]) throws -> Void {
            { bytes in try bytes.withUnsafeBytes { try open($0) } }
        }
        files = [
            (
                "plan", plan.bytes,
                use { bytes in
                    let found = try GradientPlan(bytes)
                    var preparing = try RowPreparing(found) { _ in }
                    for message in messages.prefix(5) { try? preparing.add(message) }
                    _ = try preparing.finish()
                }
            ),
            (
                "rows", rows.rows,
                use { bytes in
                    let found = PreparedRows(bytes, plan)
                    _ = try GradientPass(plan, point).sums(of: found)
                    _ = try FoldScores(of: found, by: scorers, plan)
                }
            ),
            ("summary", rows.summary, use { _ = try WorkerResult($0, plan).encoded(plan) }),
            (
                "weights", weights,
                use { bytes in
                    let found = try PassWeights(bytes, plan)
                    _ = try rows.rows.withUnsafeBytes { try GradientPass(plan, found).sums(of: PreparedRows($0, plan)) }
                }
            ),
            (
                "sums", sums,
                use { bytes in
                    var found = try WorkerResult(bytes, plan)
                    try found.add(found)
                }
            ),
            (
                "models", models,
                use { bytes in
                    let found = try FoldModels(bytes, plan)
                    _ = try rows.rows.withUnsafeBytes {
                        try FoldScores(of: PreparedRows($0, plan), by: found, plan).encoded(plan)
                    }
                }
            ),
            (
                "scores", scores,
                use { bytes in
                    var found = try WorkerResult(bytes, plan)
                    try found.add(found)
                    if case .scores(let scores) = found { _ = scores.sorted(plan) }
                }
            ),
            ("state", cluster.folder.files[RunFiles.stateName]!, use { _ = try RunState($0, plan) }),
        ]
    }

    private func problem(_ bytes: [UInt8], _ use: ([UInt8]) throws -> Void) -> (any Error)? {
        do { try use(bytes) } catch { return error }
        return nil
    }

    private func sealed(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        let checksum = bytes.withUnsafeBytes { WordChecksum.of(file: $0) }
        for i in 0..<8 { bytes[GradientLayout.Header.checksum + i] = UInt8(truncatingIfNeeded: checksum >> UInt64(8 * i)) }
        return bytes
    }

    /// Places all over a file; every one near its beginning.
    private func places(_ bytes: [UInt8]) -> [Int] {
        bytes.indices.filter { $0 < 300 || $0 % max(1, bytes.count / 400) == 0 }
    }

    @Test func wholeFilesAreUsed() {
        for file in files { #expect(problem(file.bytes, file.use) == nil, "\(file.name)") }
    }

    @Test func everyTruncationIsATypedError() {
        for file in files {
            for length in places(file.bytes) {
                #expect(problem(Array(file.bytes[..<length]), file.use) is GradientError, "\(file.name), \(length) bytes")
            }
            for more in [1, 8, 4096] {
                let longer = file.bytes + [UInt8](repeating: 0, count: more)
                #expect(problem(longer, file.use) is GradientError, "\(file.name), \(more) more")
            }
        }
    }

    @Test func everyFlippedByteIsATypedError() {
        for file in files {
            for i in places(file.bytes) {
                for flip in [UInt8(1), 0x80, 0xFF] {
                    var damaged = file.bytes
                    damaged[i] ^= flip
                    // A plan that was changed in its digest's place alone would be another plan.
                    #expect(problem(damaged, file.use) is GradientError, "\(file.name), byte \(i)")
                }
            }
        }
    }

    /// With the checksum made right, as somebody would who means harm: nothing traps.
    @Test func everySealedChangeIsATypedErrorOrIsUsed() {
        for file in files {
            var used = 0
            for i in places(file.bytes) where !(GradientLayout.Header.checksum..<GradientLayout.Header.size).contains(i) {
                for value in [UInt8(0), 1, 0x7F, 0xFF, file.bytes[i] &+ 1] where value != file.bytes[i] {
                    var damaged = file.bytes
                    damaged[i] = value
                    guard let error = problem(sealed(damaged), file.use) else {
                        used += 1
                        continue
                    }
                    #expect(error is GradientError, "\(file.name), byte \(i): \(error)")
                }
            }
            // Blocks of rows have checksums of their own.
            if file.name != "rows" { #expect(used > 0, "\(file.name): the test would notice nothing") }
        }
    }

    /// Blocks of rows whose checksums are right, with any numbers in them.
    @Test func rowsThatAreSealedWithAnyNumbersAreTypedErrorsOrAreSummed() throws {
        let file = try #require(files.first { $0.name == "rows" })
        let start = GradientLayout.Header.size
        let length = Int(file.bytes[start]) | Int(file.bytes[start + 1]) << 8 | Int(file.bytes[start + 2]) << 16
        let block = start + GradientLayout.blockHead
        var used = 0
        for i in stride(from: block, to: block + length, by: 1 + length / 600) {
            for value in [UInt8(0), 0x7F, 0x80, 0xFF] where value != file.bytes[i] {
                var damaged = file.bytes
                damaged[i] = value
                let checksum = damaged.withUnsafeBytes {
                    WordChecksum.of(UnsafeRawBufferPointer(rebasing: $0[block..<block + length]))
                }
                for byte in 0..<8 { damaged[start + 8 + byte] = UInt8(truncatingIfNeeded: checksum >> UInt64(8 * byte)) }
                if let error = problem(damaged, file.use) { #expect(error is GradientError, "byte \(i)") } else { used += 1 }
            }
        }
        #expect(used > 0)
    }

    /// A stream is not asked for more than a block may have, whatever its head says.
    @Test func aBlockThatIsTooLargeIsNotRead() throws {
        let file = try #require(files.first { $0.name == "rows" })
        var damaged = file.bytes
        for byte in 0..<4 { damaged[GradientLayout.Header.size + byte] = 0xFF }
        var most = 0
        let error = damaged.withUnsafeBytes { bytes in
            var left = bytes[...]
            let rows = PreparedRows(
                from: { count in
                    most = max(most, count)
                    defer { left = left.dropFirst(count) }
                    return UnsafeRawBufferPointer(rebasing: left.prefix(count))
                }, plan)
            return problem([]) { _ in try rows.forEach { _ in } }
        }
        guard case .invalid(atByte: GradientLayout.Header.size, _) = error as? GradientError else {
            Issue.record("expected invalid, found \(String(describing: error))")
            return
        }
        #expect(most == GradientLayout.Header.size)
    }

    @Test func headsOfOtherVersionsAndPlansAreNamed() throws {
        let file = try #require(files.first { $0.name == "weights" })
        func changed(_ at: Int, _ value: UInt8) -> GradientError? {
            var bytes = file.bytes
            bytes[at] = value
            return problem(sealed(bytes), file.use) as? GradientError
        }
        typealias Header = GradientLayout.Header
        #expect(changed(Header.formatVersion, 1) == .formatVersion(expected: 2, found: 1))
        let tokenizer = UInt8(TokenizerSettings.version)
        #expect(
            changed(Header.tokenizerVersion, tokenizer + 1)
                == .tokenizerVersion(expected: UInt16(tokenizer), found: UInt16(tokenizer) + 1))
        #expect(changed(Header.kind, 5) == .kind(expected: "weights", found: "sums"))
        guard case .otherPlan = changed(Header.plan, file.bytes[Header.plan] ^ 1) else {
            Issue.record("expected otherPlan")
            return
        }
    }
}
