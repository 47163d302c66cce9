// Model: the classes of a model with their weight vectors and calibration, checked once and then read in place.

extension ModelView {
    /// Counts and labels of the classes, which are in order, within their ranges, and have as many vectors as there are.
    static func checkedClasses(
        _ section: UnsafeRawBufferPointer
    ) throws(ModelError) -> (classCount: Int, vectorCount: Int, labels: LabelSet) {
        typealias Classes = ModelLayout.Classes
        typealias Class = ModelLayout.Class
        guard section.count >= Classes.size else { throw .section(.classes, reason: "shorter than its head") }
        let classCount = Int(section.uint16(at: Classes.classCount)), vectorCount = Int(section.uint16(at: Classes.vectorCount))
        guard (2...ModelLayout.maxClasses).contains(classCount), (1...ModelLayout.maxVectors).contains(vectorCount) else {
            throw .section(
                .classes,
                reason: "expected 2 to \(ModelLayout.maxClasses) classes and 1 to \(ModelLayout.maxVectors) weight vectors, "
                    + "found \(classCount) and \(vectorCount)")
        }
        let expected = Classes.size + classCount * Class.size + vectorCount * ModelLayout.Vector.size
        guard section.count == expected, section.uint32(at: Classes.reserved) == 0 else {
            throw .section(.classes, reason: "expected \(expected) bytes, the reserved ones zero, found \(section.count)")
        }
        var before: Label?
        var actions = 0, vectors = 0
        var labels: LabelSet = []
        for i in 0..<classCount {
            let at = Classes.size + i * Class.size
            let action = section[at + Class.action], sub = section.uint32(at: at + Class.subAction)
            guard let a = Action(rawValue: Int(action)), let s = SubAction(rawValue: Int(sub)), let label = Label(a, s) else {
                throw .section(.classes, reason: "class \(i) has the unknown pair of action \(action) and sub-action \(sub)")
            }
            if let before, before >= label { throw .section(.classes, reason: "class \(i) is out of order") }
            // In order, so that the action of a sub-action stands before it: as the last class, or before its other sub-actions.
            if label.subAction != .none, before?.action != label.action {
                throw .section(.classes, reason: "class \(i) is a sub-action without its action")
            }
            if label.subAction == .none { actions += 1 }
            before = label
            labels.formUnion(LabelSet(rawValue: 1 << UInt16(label.ordinal)))
            let own = Int(section[at + Class.vectorCount])
            vectors += own
            let combination = VectorCombination(rawValue: section[at + Class.combination])
            guard let combination, own > 1 || combination == .sum, section[at + Class.reserved] == 0 else {
                throw .section(.classes, reason: "class \(i) combines its \(own) weight vectors in an unknown way")
            }
        }
        guard actions >= 2 else { throw .section(.classes, reason: "expected two actions or more, found \(actions)") }
        guard vectors == vectorCount else {
            throw .section(.classes, reason: "the classes have \(vectors) weight vectors, the section has \(vectorCount)")
        }
        for i in 0..<vectorCount {
            let at = Classes.size + classCount * Class.size + i * ModelLayout.Vector.size
            let bias = section.float(at: at + ModelLayout.Vector.bias), scale = section.float(at: at + ModelLayout.Vector.scale)
            guard bias.isFinite, scale.isFinite, scale >= 0 else {
                throw .section(.classes, reason: "weight vector \(i) has a bias or scale that is not a number")
            }
        }
        return (classCount, vectorCount, labels)
    }

    /// The labels of the classes in order.
    public var labels: [Label] { (0..<classCount).map(label) }

    @inline(__always)
    func label(_ i: Int) -> Label {
        let at = classes + i * ModelLayout.Class.size
        let action = Action(rawValue: Int(at.byte(ModelLayout.Class.action)))
        let sub = SubAction(rawValue: Int(at.uint32(ModelLayout.Class.subAction)))
        return Label(action.unsafelyUnwrapped, sub.unsafelyUnwrapped).unsafelyUnwrapped
    }

    /// Whether class `i` stands at a level: an action at the level `none`, a sub-action at that of its action.
    ///
    /// Compares the numbers as they stand in the file: making labels of them at every look took half the time of a verdict.
    @inline(__always)
    func isClass(_ i: Int, at level: Action) -> Bool {
        let at = classes + i * ModelLayout.Class.size
        let isAction = at.uint32(ModelLayout.Class.subAction) == UInt32(SubAction.none.rawValue)
        return level == .none ? isAction : !isAction && isClass(i, of: level)
    }

    /// Whether class `i` is an action or one of its sub-actions.
    @inline(__always)
    func isClass(_ i: Int, of action: Action) -> Bool {
        (classes + i * ModelLayout.Class.size).byte(ModelLayout.Class.action) == UInt8(action.rawValue)
    }

    /// How many weight vectors class `i` has, none for one that the others of its level are relative to, and how they become one score.
    @inline(__always)
    func vectors(ofClass i: Int) -> (count: Int, combination: VectorCombination) {
        let at = classes + i * ModelLayout.Class.size
        return (
            Int(at.byte(ModelLayout.Class.vectorCount)),
            at.byte(ModelLayout.Class.combination) == VectorCombination.sum.rawValue ? .sum : .minimum
        )
    }

    /// The bias of a weight vector and what one step of its weights is worth.
    @inline(__always)
    func biasAndScale(_ vector: Int) -> (bias: Float, scale: Float) {
        let at = vectors + vector * ModelLayout.Vector.size
        return (Float(bitPattern: at.uint32(ModelLayout.Vector.bias)), Float(bitPattern: at.uint32(ModelLayout.Vector.scale)))
    }

    /// The calibrated score of class `i` is its score x slope + offset.
    @inline(__always)
    public func calibration(_ i: Int) -> (slope: Float, offset: Float) {
        let at = calibration + i * ModelLayout.Calibration.size
        return (
            Float(bitPattern: at.uint32(ModelLayout.Calibration.slope)), Float(bitPattern: at.uint32(ModelLayout.Calibration.offset))
        )
    }
}

