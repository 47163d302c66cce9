// C interface: names of labels, the classes of a model, the library's version.

import CSpamFilterHeader
import SpamFilter

@_cdecl("spamfilter_version")
public func spamfilterVersion() -> UnsafePointer<CChar>? {
    UnsafeRawPointer(releaseVersion.utf8Start).assumingMemoryBound(to: CChar.self)
}

@_cdecl("spamfilter_label_name")
public func spamfilterLabelName(_ label: Int32) -> UnsafePointer<CChar>? {
    labelNames.first { $0.label == label }?.name
}

/// The name of every label, and of the action `none`, in memory that is never given back.
private nonisolated(unsafe) let labelNames: [(label: Int32, name: UnsafePointer<CChar>)] =
    ([(Int32(SPAMFILTER_NONE), Action.none.name)] + Label.all.map { ($0.number, $0.description) }).map { label, name in
        let bytes = UnsafeMutableBufferPointer<CChar>.allocate(capacity: name.utf8.count + 1)
        _ = bytes.initialize(from: name.utf8.map(CChar.init) + [0])
        return (label, UnsafePointer(bytes.baseAddress!))
    }

@_cdecl("spamfilter_labels")
public func spamfilterLabels(_ model: OpaquePointer?, _ labels: UnsafeMutablePointer<Int32>?, _ capacity: Int) -> Int {
    guard let model else { return 0 }
    let found = UnsafeMutablePointer<OpenModel>(model).pointee.view.labels
    if let labels {
        // A capacity above half of memory is negative here.
        for (i, label) in found.prefix(Int(clamping: UInt(bitPattern: capacity))).enumerated() { labels[i] = label.number }
    }
    return found.count
}

@_cdecl("spamfilter_sequence")
public func spamfilterSequence(_ model: OpaquePointer?) -> UInt64 {
    model.map { UnsafeMutablePointer<OpenModel>($0).pointee.view.sequence } ?? 0
}
