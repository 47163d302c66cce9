// Model: the content of a model to the bytes that ModelView opens.

extension ModelContent {
    /// The bytes of the model file. The same content always gives the same bytes.
    ///
    /// - Precondition: `problem` is `nil`.
    /// - Complexity: O(features + buckets).
    public func encoded() -> [UInt8] {
        if let problem { preconditionFailure(problem) }
        var tokenizer = ByteBuilder()
        tokenizer.bytes = [
            settings.wordNgrams, settings.shortestNgram, settings.longestNgram, settings.cjkNgrams, weighting.rawValue,
            settings.simplifiesHan ? 1 : 0,
        ]
        tokenizer.pad(to: ModelLayout.Tokenizer.size)
        var calibration = ByteBuilder()
        for entry in classes {
            calibration.add(entry.slope.bitPattern)
            calibration.add(entry.offset.bitPattern)
        }
        var cutoffs = ByteBuilder()
        for cutoff in [
            policy.junkCutoff, policy.unsureCutoff, policy.promotionCutoff, policy.transactionCutoff, policy.protectedJunkCutoff,
        ] {
            cutoffs.add(cutoff.bitPattern)
        }
        cutoffs.add(policy.protected.rawValue)
        cutoffs.add(policy.declared.rawValue)
        return assemble([
            (.tokenizer, tokenizer.bytes), (.classes, encodedClasses()), (.calibration, calibration.bytes),
            (.policy, cutoffs.bytes), (.features, encodedFeatures()), (.card, card),
        ])
    }

    private func encodedClasses() -> [UInt8] {
        var section = ByteBuilder()
        section.add(UInt16(classes.count))
        section.add(UInt16(vectorCount))
        section.add(UInt32(0))
        for entry in classes {
            section.add(UInt8(entry.label.action.rawValue))
            section.add(entry.combination.rawValue)
            section.add(UInt8(entry.vectors.count))
            section.add(UInt8(0))
            section.add(UInt32(entry.label.subAction.rawValue))
        }
        for vector in classes.lazy.flatMap({ $0.vectors }) {
            section.add(vector.bias.bitPattern)
            section.add(vector.scale.bitPattern)
        }
        return section.bytes
    }

    private func encodedFeatures() -> [UInt8] {
        typealias Features = ModelLayout.Features
        let vectors = vectorCount, mask = FeatureBuckets.mask(vectors: vectors)
        var buckets = FeatureBuckets(count: bucketCount, vectors: vectors)
        var slots = [UInt16](repeating: 0, count: bucketCount * Features.slotsPerBucket)
        var rows = [Int8](repeating: 0, count: vectors == 1 ? 0 : slots.count * vectors)
        var held = 0
        for (i, feature) in features.enumerated() {
            guard let slot = buckets.place(feature) else { continue }
            held += 1
            slots[slot] = UInt16(feature & mask)
            if vectors == 1 {
                slots[slot] |= UInt16(truncatingIfNeeded: Int(weights[i]) << Features.narrowFingerprintBits)
            } else {
                for vector in 0..<vectors { rows[slot * vectors + vector] = weights[i * vectors + vector] }
            }
        }
        var section = ByteBuilder()
        section.add(UInt32(bucketCount))
        section.add(UInt32(held))
        section.add(UInt8(vectors == 1 ? Features.narrowFingerprintBits : Features.wideFingerprintBits))
        section.pad(to: Features.size)
        for slot in slots { section.add(slot) }
        for weight in rows { section.add(weight) }
        section.pad(to: Features.sectionSize(buckets: bucketCount, vectors: vectors))
        return section.bytes
    }

    private func assemble(_ sections: [(kind: SectionKind, bytes: [UInt8])]) -> [UInt8] {
        let tableEnd = ModelLayout.Header.size + sections.count * ModelLayout.SectionEntry.size
        var offset = tableEnd
        var table = ByteBuilder()
        for section in sections {
            offset = ModelLayout.aligned(offset)
            table.add(section.kind.rawValue)
            table.add(section.kind.flags)
            table.add(UInt32(offset))
            table.add(UInt32(section.bytes.count))
            table.add(section.bytes.withUnsafeBytes { Checksum.of($0) })
            offset += section.bytes.count
        }
        var file = ByteBuilder()
        file.add(ModelLayout.magic)
        file.add(ModelLayout.formatVersion)
        file.add(TokenizerSettings.version)
        file.add(UInt32(sections.count))
        file.add(UInt64(ModelLayout.aligned(offset)))
        file.add(UInt32(0))
        file.add(UInt32(0))
        file.bytes += table.bytes
        let checksum = file.bytes.withUnsafeBytes {
            Checksum.of(UnsafeRawBufferPointer(rebasing: $0[..<tableEnd]), besides: ModelLayout.Header.checksum)
        }
        withUnsafeBytes(of: checksum.littleEndian) { bytes in
            for i in 0..<4 { file.bytes[ModelLayout.Header.checksum + i] = bytes[i] }
        }
        for section in sections {
            file.pad(to: ModelLayout.aligned(file.bytes.count))
            file.bytes += section.bytes
        }
        file.pad(to: ModelLayout.aligned(file.bytes.count))
        return file.bytes
    }
}

/// Bytes under construction, numbers little-endian.
private struct ByteBuilder {
    var bytes: [UInt8] = []

    mutating func add(_ number: some FixedWidthInteger) {
        withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func pad(to size: Int) {
        while bytes.count < size { bytes.append(0) }
    }
}
