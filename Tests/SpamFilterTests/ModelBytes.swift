// Model files for the tests: made, opened, taken apart and damaged.

import Testing

@testable import SpamFilter

/// Opens a model and calls `body` with its view. Behind the file is a page without access: a read
/// behind the end stops the test.
func withModel<Result>(_ file: [UInt8], _ body: (ModelView) throws -> Result) throws -> Result {
    try withGuardedBytes(file) { try body(ModelView(UnsafeRawBufferPointer($0))) }
}

/// What opening says of a file; `nil` when it opens.
func openingError(_ file: [UInt8]) throws -> ModelError? {
    do {
        try withModel(file) { _ in }
        return nil
    } catch let error as ModelError {
        return error
    }
}

extension ModelContent {
    /// A small model whose features are those of a few messages, with weights that differ.
    static func sample(
        labels: [Label] = [.allow, .junk], features: [UInt64] = sampleFeatures, weighting: FeatureWeighting = .count,
        settings: TokenizerSettings = TokenizerSettings(), seed: UInt64 = 1, policy: DecisionPolicy = .evenOdds,
        card: String = "{}"
    ) -> ModelContent {
        var random = SeededNumbers(seed: seed)
        let limits = weightLimits(vectors: labels.count - 1)
        // No weight of 0: an explanation has no clue of it.
        let weights = (0..<features.count * (labels.count - 1)).map { _ in
            Int8.random(in: 1...limits.upperBound, using: &random) * (Bool.random(using: &random) ? 1 : -1)
        }
        let classes = labels.enumerated().map { i, label in
            let bias = Float.random(in: -2...2, using: &random)
            var entry = i == 0 ? Class(label: label) : Class(label: label, bias: bias, scale: Float(i) / 64)
            entry.slope = 0.75
            entry.offset = Float(i) / 8
            return entry
        }
        // Room for every feature, so that none is missing by chance.
        return ModelContent(
            settings: settings, weighting: weighting, classes: classes, features: features, weights: weights,
            bucketCount: max(1, features.count), policy: policy, card: Array(card.utf8))
    }

    static let sampleFeatures = unique(
        ["Free gold!", "오늘 대출 승인", "免费领取88元", "see http://gold.example/x", "you, me and 010-1234"].flatMap { hashes(of: $0) })

    private static func unique(_ hashes: [UInt64]) -> [UInt64] {
        var seen: Set<UInt64> = []
        return hashes.filter { seen.insert($0).inserted }
    }

    /// Labels of every level: actions, and sub-actions of two of them.
    static let manyLabels = [
        "allow", "junk", "promotion", "promotion/offers", "promotion/coupons", "transaction", "transaction/finance",
        "transaction/orders",
    ].map { Label($0)! }.sorted()
}

extension ModelContent {
    /// The same with other features, each with room, and weights other than 0.
    func withFeatures(_ features: [UInt64]) -> ModelContent {
        var content = self, random = SeededNumbers(seed: 17)
        let most = ModelContent.weightLimits(vectors: vectorCount).upperBound
        content.features = features
        content.weights = (0..<features.count * vectorCount).map { _ in
            Int8.random(in: 1...most, using: &random) * (Bool.random(using: &random) ? 1 : -1)
        }
        content.bucketCount = max(1, features.count)
        return content
    }

    /// The same with `count` vectors in all: the last class has those that are missing, under a
    /// soft minimum.
    func withVectors(_ count: Int) -> ModelContent {
        var content = self
        let last = classes.count - 1
        while content.vectorCount < count {
            let i = Float(content.vectorCount)
            content.classes[last].vectors.append(.init(bias: i / 16 - 1, scale: 1 / (8 + i)))
        }
        content.classes[last].combination = .softMinimum
        return content.withFeatures(features)
    }

    /// Of every class.
    mutating func calibrate(slope: Float) {
        for i in classes.indices { classes[i].slope = slope }
    }
}

/// A model file as its sections, to put together again with changes.
struct ModelParts {
    struct Section {
        var kind: UInt16
        var flags: UInt16
        var bytes: [UInt8]
    }

    var sections: [Section]

    init(_ file: [UInt8]) {
        sections = (0..<Int(number(file, ModelLayout.Header.sectionCount, 4))).map { i in
            let at = ModelLayout.Header.size + i * ModelLayout.SectionEntry.size
            let offset = Int(number(file, at + ModelLayout.SectionEntry.offset, 4))
            let length = Int(number(file, at + ModelLayout.SectionEntry.length, 4))
            return Section(
                kind: UInt16(number(file, at + ModelLayout.SectionEntry.kind, 2)),
                flags: UInt16(number(file, at + ModelLayout.SectionEntry.flags, 2)), bytes: Array(file[offset..<offset + length]))
        }
    }

    subscript(kind: SectionKind) -> [UInt8] {
        get { sections.first { $0.kind == kind.rawValue }!.bytes }
        set { sections[sections.firstIndex { $0.kind == kind.rawValue }!].bytes = newValue }
    }

    /// The file, with every length, offset and checksum right.
    func file() -> [UInt8] {
        var offset = ModelLayout.Header.size + sections.count * ModelLayout.SectionEntry.size
        var table: [UInt8] = [], rest: [UInt8] = []
        for section in sections {
            table += little(UInt64(section.kind), 2) + little(UInt64(section.flags), 2) + little(UInt64(offset), 4)
            table += little(UInt64(section.bytes.count), 4) + little(UInt64(checksum(section.bytes)), 4)
            rest += section.bytes
            while rest.count % ModelLayout.alignment != 0 { rest.append(0) }
            offset = ModelLayout.Header.size + sections.count * ModelLayout.SectionEntry.size + rest.count
        }
        let head =
            little(ModelLayout.magic, 8) + little(UInt64(ModelLayout.formatVersion), 2)
            + little(UInt64(TokenizerSettings.version), 2)
        return sealed(head + little(UInt64(sections.count), 4) + little(UInt64(offset), 8) + little(0, 8) + table + rest)
    }
}

/// The file with the checksum of its head made right.
func sealed(_ file: [UInt8]) -> [UInt8] {
    var file = file
    let at = ModelLayout.Header.checksum
    file.replaceSubrange(at..<at + 4, with: little(0, 4))
    let tableEnd = ModelLayout.Header.size + Int(number(file, ModelLayout.Header.sectionCount, 4)) * ModelLayout.SectionEntry.size
    guard tableEnd <= file.count else { return file }
    file.replaceSubrange(at..<at + 4, with: little(UInt64(checksum(Array(file[..<tableEnd]))), 4))
    return file
}

func checksum(_ bytes: [UInt8]) -> UInt32 { bytes.withUnsafeBytes { Checksum.of($0) } }

func number(_ bytes: [UInt8], _ offset: Int, _ size: Int) -> UInt64 {
    bytes[offset..<offset + size].reversed().reduce(0) { $0 << 8 | UInt64($1) }
}

func little(_ number: UInt64, _ size: Int) -> [UInt8] { (0..<size).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }
