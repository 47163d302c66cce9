// C interface: what a message is read into, with the slots of the model's feature table; the bytes
// of the model itself.

import CSpamFilterHeader
import SpamFilter

@_cdecl("spamfilter_features")
public func spamfilterFeatures(
    _ model: OpaquePointer?, _ message: UnsafePointer<spamfilter_message>?,
    _ features: UnsafeMutablePointer<spamfilter_feature>?, _ capacity: Int, _ count: UnsafeMutablePointer<Int>?
) -> CInt {
    Failure.status { () throws(Failure) in
        let model = try OpenModel.behind(model)
        let bytes = try MessageBytes(message)
        let result = try required(count, "the place for a count")
        guard features != nil || capacity == 0 else {
            throw .argument("expected room for features, found NULL; give an array or the capacity 0")
        }
        // A capacity above half of memory is negative here.
        var sink = CallerFeatures(model.pointee.view.features, features, Int(clamping: UInt(bitPattern: capacity)))
        model.pointee.withClassifier { $0.read(bytes, into: &sink) }
        result.pointee = sink.count
    }
}

@_cdecl("spamfilter_bytes")
public func spamfilterBytes(_ model: OpaquePointer?, _ length: UnsafeMutablePointer<Int>?) -> UnsafeRawPointer? {
    let bytes = model.map { UnsafeMutablePointer<OpenModel>($0).pointee.view.bytes }
    length?.pointee = bytes?.count ?? 0
    return bytes?.baseAddress
}

/// Writes features into the caller's array.
private struct CallerFeatures: FeatureSink, ~Copyable {
    private let table: FeatureTable
    private let places: UnsafeMutablePointer<spamfilter_feature>?
    private let capacity: Int
    private(set) var count = 0

    init(_ table: FeatureTable, _ places: UnsafeMutablePointer<spamfilter_feature>?, _ capacity: Int) {
        self.table = table
        self.places = places
        self.capacity = capacity
    }

    mutating func add(_ features: UnsafeBufferPointer<Feature>) {
        for feature in features {
            if let places, count < capacity {
                let slot = table.slot(of: feature.hash).map { UInt32(truncatingIfNeeded: $0) }
                (places + count).initialize(
                    to: spamfilter_feature(
                        hash: feature.hash, slot: slot ?? UInt32(SPAMFILTER_NO_SLOT),
                        is_char_ngram: feature.isCharNgram ? 1 : 0))
            }
            count += 1
        }
    }
}
