// Model: the classes of a model with their weight vectors and calibration. In: their sections. Out:
// checked copies of the numbers, some 500 bytes. Later only weights are read in place. Any bits are
// valid weights, so a change of the mapped file cannot mislead a reader.

/// The classes of an open model, in the order of `Label`.
package struct ClassTable: Sendable {
    package private(set) var count = 0
    package private(set) var vectorCount = 0
    /// The classes as a set.
    package private(set) var labels: LabelSet = []
    private var ordinals = SIMD16<UInt8>(repeating: 0)
    private var actions = SIMD16<UInt8>(repeating: 0)
    private var vectorCounts = SIMD16<UInt8>(repeating: 0)
    private var combinations = SIMD16<UInt8>(repeating: 0)
    /// A bit for each class that has no sub-action.
    private var isAction: UInt16 = 0
    private var slopes = SIMD16<Float>(repeating: 1)
    private var offsets = SIMD16<Float>(repeating: 0)
    private var biases = SIMD32<Float>(repeating: 0)
    private var scales = SIMD32<Float>(repeating: 0)

    /// Reads and checks the sections of classes and calibration.
    init(_ table: SectionTable) throws(ModelError) {
        let section = try table.section(.classes)
        try readCounts(section)
        try readClasses(section)
        try readVectors(section)
        try readCalibration(table.section(.calibration, size: count * ModelLayout.Calibration.size))
    }

    private mutating func readCounts(_ section: UnsafeRawBufferPointer) throws(ModelError) {
        typealias Classes = ModelLayout.Classes
        guard section.count >= Classes.size else { throw .section(.classes, reason: "shorter than its head") }
        count = Int(section.uint16(at: Classes.classCount))
        vectorCount = Int(section.uint16(at: Classes.vectorCount))
        guard (2...ModelLayout.maxClasses).contains(count), (1...ModelLayout.maxVectors).contains(vectorCount) else {
            throw .section(
                .classes,
                reason: "expected 2 to \(ModelLayout.maxClasses) classes and 1 to \(ModelLayout.maxVectors) weight vectors, "
                    + "found \(count) and \(vectorCount)")
        }
        let expected = Classes.size + count * ModelLayout.Class.size + vectorCount * ModelLayout.Vector.size
        guard section.count == expected, section.uint32(at: Classes.reserved) == 0 else {
            throw .section(.classes, reason: "expected \(expected) bytes, the reserved ones zero, found \(section.count)")
        }
    }

    private mutating func readClasses(_ section: UnsafeRawBufferPointer) throws(ModelError) {
        typealias Class = ModelLayout.Class
        var before: Label?
        var vectors = 0
        for i in 0..<count {
            let at = ModelLayout.Classes.size + i * Class.size
            let action = section[at + Class.action], sub = section.uint32(at: at + Class.subAction)
            guard let a = Action(rawValue: Int(action)), let s = SubAction(rawValue: Int(sub)), let label = Label(a, s) else {
                throw .section(.classes, reason: "class \(i) has the unknown pair of action \(action) and sub-action \(sub)")
            }
            if let before, before >= label { throw .section(.classes, reason: "class \(i) is out of order") }
            // Classes are in order, so the class before is the action or another of its
            // sub-actions.
            if label.subAction != .none, before?.action != label.action {
                throw .section(.classes, reason: "class \(i) is a sub-action without its action")
            }
            before = label
            let own = section[at + Class.vectorCount]
            let combination = VectorCombination(rawValue: section[at + Class.combination])
            guard let combination, own > 1 || combination == .sum, section[at + Class.reserved] == 0 else {
                throw .section(.classes, reason: "class \(i) combines its \(own) weight vectors in an unknown way")
            }
            vectors += Int(own)
            labels.formUnion(LabelSet(rawValue: 1 << UInt16(label.ordinal)))
            ordinals.set(i, UInt8(label.ordinal))
            actions.set(i, action)
            vectorCounts.set(i, own)
            if label.subAction == .none { isAction |= 1 << UInt16(i) }
            combinations.set(i, combination.rawValue)
        }
        guard isAction.nonzeroBitCount >= 2 else {
            throw .section(.classes, reason: "expected two actions or more, found \(isAction.nonzeroBitCount)")
        }
        guard vectors == vectorCount else {
            throw .section(.classes, reason: "the classes have \(vectors) weight vectors, the section has \(vectorCount)")
        }
    }

    private mutating func readVectors(_ section: UnsafeRawBufferPointer) throws(ModelError) {
        for i in 0..<vectorCount {
            let at = ModelLayout.Classes.size + count * ModelLayout.Class.size + i * ModelLayout.Vector.size
            let bias = section.float(at: at + ModelLayout.Vector.bias), scale = section.float(at: at + ModelLayout.Vector.scale)
            guard bias.isFinite, scale.isFinite, scale >= 0 else {
                throw .section(.classes, reason: "weight vector \(i) has a bias or scale that is not a number")
            }
            biases.set(i, bias)
            scales.set(i, scale)
        }
    }

    private mutating func readCalibration(_ section: UnsafeRawBufferPointer) throws(ModelError) {
        for i in 0..<count {
            let at = i * ModelLayout.Calibration.size
            let slope = section.float(at: at + ModelLayout.Calibration.slope)
            let offset = section.float(at: at + ModelLayout.Calibration.offset)
            guard slope > 0, slope.isFinite, offset.isFinite else {
                throw .section(.calibration, reason: "class \(i) has a slope that is not above 0, or no number for an offset")
            }
            slopes.set(i, slope)
            offsets.set(i, offset)
        }
    }
}

extension ClassTable {
    /// Whether there are two classes and the second has the only weight vector. If one is junk, it
    /// is the second.
    @inline(__always)
    var isPair: Bool { count == 2 && vectorCount == 1 && vectorCounts[1] == 1 && label(0) != .junk }

    @inline(__always)
    package func label(_ i: Int) -> Label { Label(ordinal: Int(ordinals.lane(i))) }

    /// Whether class `i` is at a level: an action at the level `none`, a sub-action at its
    /// action's.
    @inline(__always)
    func isClass(_ i: Int, at level: Action) -> Bool {
        let isAction = isAction >> UInt16(truncatingIfNeeded: i) & 1 == 1
        return level == .none ? isAction : !isAction && isClass(i, of: level)
    }

    /// The level of class `i`, as an action's number.
    @inline(__always)
    func level(_ i: Int) -> Int { isClass(i, at: .none) ? Action.none.rawValue : Int(actions.lane(i)) }

    /// Whether class `i` is an action or one of its sub-actions.
    @inline(__always)
    func isClass(_ i: Int, of action: Action) -> Bool { actions.lane(i) == UInt8(truncatingIfNeeded: action.rawValue) }

    /// How many weight vectors class `i` has, and how they become one score. The class that the
    /// others of its level are relative to has none.
    @inline(__always)
    package func vectors(ofClass i: Int) -> (count: Int, combination: VectorCombination) {
        (Int(vectorCounts.lane(i)), VectorCombination(rawValue: combinations.lane(i)).unsafelyUnwrapped)
    }

    /// The bias of a weight vector and the worth of one step of its weights.
    @inline(__always)
    package func biasAndScale(_ vector: Int) -> (bias: Float, scale: Float) { (biases.lane(vector), scales.lane(vector)) }

    /// The calibrated score of class `i` is its score x slope + offset.
    @inline(__always)
    package func calibration(_ i: Int) -> (slope: Float, offset: Float) { (slopes.lane(i), offsets.lane(i)) }
}
