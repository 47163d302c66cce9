// C interface: filters that no thread uses at the moment.

import SpamFilter
import Synchronization

/// Keeps the idle filters of a model, without a lock: as many as calls were under way at once.
struct FilterPool: ~Copyable {
    /// The most idle filters; one more is given back to the heap.
    static let capacity = 64

    /// A line of the processor's cache, so that threads do not wait for each other's.
    private struct Place: ~Copyable {
        let filter = Atomic<UnsafeMutablePointer<MessageFilter>?>(nil)
        let padding: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0, 0, 0, 0)
    }

    private let places: UnsafeMutablePointer<Place>

    init() {
        places = .allocate(capacity: FilterPool.capacity)
        for i in 0..<FilterPool.capacity { (places + i).initialize(to: Place()) }
    }

    deinit {
        for i in 0..<FilterPool.capacity {
            if let idle = places[i].filter.load(ordering: .acquiring) { FilterPool.free(idle) }
        }
        places.deinitialize(count: FilterPool.capacity)
        places.deallocate()
    }

    /// How many filters are idle.
    var idleCount: Int {
        (0..<FilterPool.capacity).count { places[$0].filter.load(ordering: .relaxed) != nil }
    }

    /// The place that the thread tries as its number `i`.
    @inline(__always)
    private func place(_ i: Int, for thread: UInt32) -> UnsafeMutablePointer<Place> {
        // Before it becomes an Int, which has 32 bits on some machines.
        places + (Int(thread % UInt32(FilterPool.capacity)) &+ i) % FilterPool.capacity
    }

    /// An idle filter, looked for from the thread's place on.
    @inline(__always)
    func take(for thread: UInt32) -> UnsafeMutablePointer<MessageFilter>? {
        for i in 0..<FilterPool.capacity {
            let place = place(i, for: thread)
            if place.pointee.filter.load(ordering: .relaxed) == nil { continue }
            if let taken = place.pointee.filter.exchange(nil, ordering: .acquiring) { return taken }
        }
        return nil
    }

    @inline(__always)
    func giveBack(_ filter: UnsafeMutablePointer<MessageFilter>, for thread: UInt32) {
        for i in 0..<FilterPool.capacity {
            let place = place(i, for: thread)
            if place.pointee.filter.load(ordering: .relaxed) != nil { continue }
            if place.pointee.filter.compareExchange(expected: nil, desired: filter, ordering: .releasing).exchanged {
                return
            }
        }
        FilterPool.free(filter)
    }

    @inline(never)
    private static func free(_ filter: UnsafeMutablePointer<MessageFilter>) {
        filter.deinitialize(count: 1)
        filter.deallocate()
    }
}
