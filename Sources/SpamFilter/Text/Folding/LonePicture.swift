// Text: a picture that is the whole message. In: a body. Out: whether it is one, and the window of
// it. No document of the system says as which character a picture arrives. U+FFFC is a picture
// anywhere. Any other character that is no letter, digit, sign or space is one where it is the
// whole body: nothing else sends that, and among words such characters are damage, or hide
// something.

extension FoldedWindow {
    /// Shows a picture where the whole body stands for one.
    mutating func readLonePicture(_ text: UnsafeBufferPointer<UInt8>) {
        guard isLonePicture(text) else { return }
        count = 1
        scalars[0] = FoldedScalar(scalarValue("\u{FFFC}"), .image)
        for i in 1...3 { scalars[i] = .space }
        starts[0] = 0
        starts[1] = UInt32(truncatingIfNeeded: text.count)
        window.mutableExtent.pointee = WindowExtent(
            count: 1, holdsCJK: false, isSingleBytes: false, isLast: true, sideBefore: 0)
    }

    /// Whether there is one such character, with white space around.
    ///
    /// - Complexity: O(white space in front) for ordinary texts.
    private func isLonePicture(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        var next = 0, isFound = false
        while next < text.count {
            let scalar = decodeScalar(text, &next), kind = table.fold(scalar).kind
            if kind == .space { continue }
            guard !isFound, kind == .ignorable || kind == .mark || FoldedWindow.isUnassigned(scalar) else { return false }
            isFound = true
        }
        return isFound
    }

    /// For private use, no character at all, or what stands for one that cannot be shown.
    private static func isUnassigned(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0xE000...0xF8FF, 0xF0000...0x10FFFF, 0xFDD0...0xFDEF, 0xFFFD: true
        default: scalar & 0xFFFE == 0xFFFE
        }
    }
}
