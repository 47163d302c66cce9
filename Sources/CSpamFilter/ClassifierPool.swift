// C interface: classifiers that no thread uses at the moment.

import SpamFilter
import Synchronization

/// Keeps the idle classifiers of a model, without a lock: as many as calls were under way at once.
struct ClassifierPool: ~Copyable {
    /// The most idle classifiers; one more is given back to the heap.
    static let capacity = 64

    /// A line of the processor's cache, so that threads do not wait for each other's.
    private struct Place: ~Copyable {
        let classifier = Atomic<UnsafeMutablePointer<Classifier>?>(nil)
        let padding: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0, 0, 0, 0)
    }

    private let places: UnsafeMutablePointer<Place>

    init() {
        places = .allocate(capacity: ClassifierPool.capacity)
        for i in 0..<ClassifierPool.capacity { (places + i).initialize(to: Place()) }
    }

    deinit {
        for i in 0..<ClassifierPool.capacity {
            if let idle = places[i].classifier.load(ordering: .acquiring) { ClassifierPool.free(idle) }
        }
        places.deinitialize(count: ClassifierPool.capacity)
        places.deallocate()
    }

    /// How many classifiers are idle.
    var idleCount: Int {
        (0..<ClassifierPool.capacity).count { places[$0].classifier.load(ordering: .relaxed) != nil }
    }

    /// An idle classifier, looked for from the thread's place on.
    @inline(__always)
    func take(for thread: UInt32) -> UnsafeMutablePointer<Classifier>? {
        for i in 0..<ClassifierPool.capacity {
            let place = places + (Int(thread) + i) % ClassifierPool.capacity
            if place.pointee.classifier.load(ordering: .relaxed) == nil { continue }
            if let taken = place.pointee.classifier.exchange(nil, ordering: .acquiring) { return taken }
        }
        return nil
    }

    @inline(__always)
    func giveBack(_ classifier: UnsafeMutablePointer<Classifier>, for thread: UInt32) {
        for i in 0..<ClassifierPool.capacity {
            let place = places + (Int(thread) + i) % ClassifierPool.capacity
            if place.pointee.classifier.load(ordering: .relaxed) != nil { continue }
            if place.pointee.classifier.compareExchange(expected: nil, desired: classifier, ordering: .releasing).exchanged {
                return
            }
        }
        ClassifierPool.free(classifier)
    }

    @inline(never)
    private static func free(_ classifier: UnsafeMutablePointer<Classifier>) {
        classifier.deinitialize(count: 1)
        classifier.deallocate()
    }
}
