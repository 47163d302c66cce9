// Endless messages from one seed: many scripts, links, numbers, senders, tricks and damage, the
// same in every build. In: nothing. Out: bytes with a sender and a country. Fit for Embedded Swift,
// and without the standard library's random numbers, which may change.

/// SplitMix64 (Steele, Lea, Flood 2014).
struct SplitMixNumbers {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        return SplitMixNumbers.mixed(state)
    }

    /// A number in 0..<n. The division's bias of n in 2^32 is nothing here.
    mutating func below(_ n: Int) -> Int { Int(next() >> 32) % n }

    /// True once in `n` times.
    mutating func oneIn(_ n: Int) -> Bool { below(n) == 0 }

    /// 64 bits that each depend on all bits of `x`.
    static func mixed(_ x: UInt64) -> UInt64 {
        var z = x
        z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
        return z ^ z >> 31
    }
}

/// One message. Its bytes are UTF-8, except in some one message in sixteen.
struct ScrambledMessage {
    var bytes: [UInt8] = []
    /// False where a byte was changed or the end cut off. Such bytes go to `classify(utf8:)`, which
    /// repairs nothing.
    var isWhole = true
    var sender: String?
    var country: String?
}

/// Makes one message after the other, of 0 to 2,000 bytes, four in five of 20 to 200.
struct ScrambledMessages {
    private var random: SplitMixNumbers
    private let vocabularies = Vocabulary.all

    init(seed: UInt64) { random = SplitMixNumbers(seed: seed) }

    mutating func next() -> ScrambledMessage {
        let length =
            switch random.below(40) {
            case 0: 0
            case 1...3: random.below(20)
            case 4...36: 20 + random.below(180)
            case 37, 38: 200 + random.below(400)
            default: 600 + random.below(1_300)
            }
        var message = ScrambledMessage()
        let language = random.below(vocabularies.count)
        while message.bytes.count < length {
            addPiece(language, to: &message.bytes)
            if !vocabularies[language].isUnspaced || random.oneIn(6) { message.bytes.append(0x20) }
        }
        // The longest piece is some 40 bytes.
        while message.bytes.count > 2_000 { message.bytes.removeLast() }
        if !message.bytes.isEmpty, random.oneIn(16) {
            damage(&message.bytes)
            message.isWhole = false
        }
        addSender(to: &message)
        return message
    }

    private mutating func addPiece(_ language: Int, to bytes: inout [UInt8]) {
        switch random.below(24) {
        case 0: addNumber(to: &bytes)
        case 1: addLink(to: &bytes)
        case 2: bytes += Array(random.pick(Vocabulary.signs).utf8)
        case 3: addInventedWord(language, to: &bytes)
        case 4: addWord(random.below(vocabularies.count), to: &bytes)
        case 5, 6: addTrick(on: random.pick(vocabularies[language].words), to: &bytes)
        default: addWord(language, to: &bytes)
        }
    }

    private mutating func addWord(_ language: Int, to bytes: inout [UInt8]) {
        bytes += Array(random.pick(vocabularies[language].words).utf8)
    }

    /// A word unlikely to be in a model: one to eight letters of the language's block or, rarely,
    /// any scalars.
    private mutating func addInventedWord(_ language: Int, to bytes: inout [UInt8]) {
        let anywhere = random.oneIn(8), letters = vocabularies[language].letters
        for _ in 0...random.below(8) {
            let scalar =
                anywhere ? UInt32(random.below(0x11_0000)) : letters.lowerBound + UInt32(random.below(letters.count))
            // A surrogate is no scalar.
            bytes.addScalar(scalar &- 0xD800 < 0x800 ? 0xFFFD : scalar)
        }
    }

    /// Digits with signs between them, in front and behind: amounts, dates, phone numbers, codes.
    private mutating func addNumber(to bytes: inout [UInt8]) {
        let digits: [UInt32] = [0x30, 0x30, 0x30, 0x30, 0xFF10, 0x660, 0x1D7CE]
        let zero = random.pick(digits)
        if random.oneIn(4) { bytes += Array(random.pick(Vocabulary.currencies).utf8) }
        for group in 0...random.below(4) {
            if group > 0 { bytes += Array(random.pick(Vocabulary.numberSigns).utf8) }
            for _ in 0...random.below(5) { bytes.addScalar(random.oneIn(30) ? 0x2A : zero + UInt32(random.below(10))) }
        }
        if random.oneIn(4) { bytes += Array(random.pick(Vocabulary.units).utf8) }
    }

    /// Invented hosts below the names that are reserved for examples.
    private mutating func addLink(to bytes: inout [UInt8]) {
        bytes += Array(random.pick(Vocabulary.schemes).utf8)
        for _ in 0...random.below(2) {
            bytes += Array(random.pick(vocabularies[random.oneIn(4) ? random.below(vocabularies.count) : 0].words).utf8)
            bytes += Array(random.pick(Vocabulary.dots).utf8)
        }
        bytes += Array((random.oneIn(3) ? "test" : "example").utf8)
        if random.oneIn(2) {
            bytes.append(0x2F)
            for _ in 0...random.below(10) { bytes.addScalar(0x61 + UInt32(random.below(26))) }
        }
    }

    private mutating func addTrick(on word: String, to bytes: inout [UInt8]) {
        let trick = random.below(12), sign = random.pick(Vocabulary.separators)
        var isFirst = true
        for letter in word.unicodeScalars {
            let scalar = letter.value, isSmall = scalar &- 0x61 < 26
            switch trick {
            case 0 where scalar > 0x20 && scalar < 0x7F: bytes.addScalar(scalar + 0xFEE0)
            case 1 where isSmall: bytes.addScalar(scalar - 0x61 + 0x1D41A)
            case 2 where isSmall: bytes.addScalar(scalar - 0x61 + 0x24D0)
            case 3 where isSmall: bytes.addScalar(scalar - 0x20)
            case 4 where isSmall: bytes.addScalar(random.pick(Vocabulary.twins[Int(scalar - 0x61)].scalars))
            case 5 where scalar &- 0xAC00 < 11_172: bytes.addJamo(scalar - 0xAC00)
            case 6, 7:
                if !isFirst { bytes += Array(sign.utf8) }
                bytes.addScalar(scalar)
            case 8:
                bytes.addScalar(scalar)
                bytes.addScalar(random.pick(Vocabulary.invisible))
            case 9:
                bytes.addScalar(scalar)
                bytes.addScalar(random.pick(Vocabulary.marks))
            case 10:
                for _ in 0...random.below(3) { bytes.addScalar(scalar) }
            default: bytes.addScalar(scalar)
            }
            isFirst = false
        }
    }

    /// Up to three bytes replaced by others, and once in two times the end cut off.
    private mutating func damage(_ bytes: inout [UInt8]) {
        for _ in 0...random.below(3) { bytes[random.below(bytes.count)] = UInt8(random.below(256)) }
        if random.oneIn(2) { bytes.removeLast(1 + random.below(min(3, bytes.count))) }
    }

    private mutating func addSender(to message: inout ScrambledMessage) {
        if random.oneIn(3) { message.country = random.pick(Vocabulary.countries) }
        guard random.oneIn(3) else { return }
        if random.oneIn(2) {
            message.sender = random.pick(Vocabulary.senders)
        } else {
            var number: [UInt8] = random.oneIn(2) ? [0x2B] : []
            for _ in 0...(2 + random.below(11)) { number.addScalar(0x30 + UInt32(random.below(10))) }
            message.sender = String(decoding: number, as: UTF8.self)
        }
    }
}

extension SplitMixNumbers {
    mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }
}

extension [UInt8] {
    /// - Precondition: `scalar` is no surrogate.
    mutating func addScalar(_ scalar: UInt32) {
        if scalar < 0x80 {
            append(UInt8(scalar))
            return
        }
        let trailing = scalar < 0x800 ? 1 : scalar < 0x10000 ? 2 : 3
        let mark: UInt32 = trailing == 1 ? 0xC0 : trailing == 2 ? 0xE0 : 0xF0
        append(UInt8(mark | scalar >> UInt32(6 * trailing)))
        for i in 1...trailing { append(UInt8(0x80 | scalar >> UInt32(6 * (trailing - i)) & 0x3F)) }
    }

    /// A Hangul syllable, counted from U+AC00, as its conjoining jamo.
    mutating func addJamo(_ syllable: UInt32) {
        addScalar(0x1100 + syllable / 588)
        addScalar(0x1161 + syllable % 588 / 28)
        if syllable % 28 > 0 { addScalar(0x11A7 + syllable % 28) }
    }
}
