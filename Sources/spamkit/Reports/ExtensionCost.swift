// What a model costs a message filter extension.

import SpamFilter
import Statistics

/// What a model costs a message filter extension, which copies it unless it asks for `.mapped`.
struct ExtensionCost: Encodable {
    let heapBytes: Int
    /// Pages of 16 KiB, as on iOS. They are never written, so the system may drop them at any time.
    let mappedPages: Int
    let fits: Bool

    /// Apple documents no limit. The lowest limit measured is 6 MB in all (2019). Clean mapped
    /// pages are said not to count; a file of two thirds of the limit fits even if they do.
    private static let mostBytes = 4 << 20
    private static let mostHeap = 64 << 10
    private static let page = 16 << 10
    private let bytes: Int

    init(_ view: ModelView) {
        bytes = view.byteCount
        heapBytes = Classifier.heapBytes
        mappedPages = (bytes + ExtensionCost.page - 1) / ExtensionCost.page
        fits = bytes <= ExtensionCost.mostBytes && heapBytes <= ExtensionCost.mostHeap
    }

    private enum CodingKeys: String, CodingKey { case heapBytes, mappedPages, fits }

    var sentence: String {
        let heap =
            "\((heapBytes + 1023) / 1024) KiB of heap, model \(grouped((bytes + 1023) / 1024)) KiB (\(counted(mappedPages, "page")) of 16 KiB if mapped)"
        return fits
            ? "fits: \(heap)"
            : "too large: \(heap); expected a file of at most \(ExtensionCost.mostBytes >> 20) MiB, found \(bytes) bytes; train with --max-bytes 4M"
    }
}
