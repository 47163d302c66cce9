// Studio: labelling and looking, as actions of a page. A store and models in; values that are sent
// to a browser out. No HTTP, and nothing is drawn here.

import CorpusStore
import Foundation
import SpamFilterIO
import Synchronization

/// One store that several people label at once, and the models that they look at.
///
/// All of it blocks on the store's file, or computes: call it on threads that may wait. Every label
/// is in the store, with who gave it and when, before a call returns.
public final class Studio: Sendable {
    let store: CorpusStore
    /// The store's file name.
    let storeName: String
    let jobs = JobBoard()
    let shelf: ModelShelf
    private let looks = Looks()
    private let desks = Mutex<[String: Desk]>([:])
    /// Labels given here, and when a model should learn from them.
    private let pace = Mutex((labels: 0, pace: LabelingPace()))
    let results = Mutex(JobResults())

    /// Opens everything, and groups messages of one template where that was not done.
    ///
    /// - Parameters:
    ///   - models: paths. The first one asks until another is trained or chosen.
    ///   - secondsToWait: for another program that holds the store: a person waits with it.
    /// - Throws: `StoreError` or `ModelFileError`.
    public init(store path: String, models: [String], secondsToWait: Int = 20) throws {
        var wait = WriterWait()
        wait.seconds = secondsToWait
        store = try CorpusStore(path: path, wait: wait)
        storeName = URL(fileURLWithPath: path).lastPathComponent
        shelf = try ModelShelf(files: models)
        try groupNewMessages()
    }

    /// Messages that came meanwhile, such as by an import, find their templates.
    func groupNewMessages() throws {
        if try store.hasUngrouped() { _ = try store.group() }
    }

    /// The desk of a person, made when they first sit down.
    func desk(of person: String) throws(StudioError) -> Desk {
        let person = try Studio.checked(person)
        return desks.withLock { desks in
            if let desk = desks[person] { return desk }
            let desk = Desk(store, person: person, looks)
            desks[person] = desk
            return desk
        }
    }

    /// A name under which labels are stored.
    public static func checked(_ name: String) throws(StudioError) -> String {
        let name = name.trimmingCharacters(in: .whitespacesAndNewlines)
        let isPlain = name.unicodeScalars.allSatisfy {
            ![.control, .format, .lineSeparator].contains($0.properties.generalCategory)
        }
        guard (1...60).contains(name.count), name.utf8.count <= 240, isPlain, LabelGiver.isPerson(name) else { throw .badName }
        return name
    }

    // MARK: - Learning from labels in time

    func didLabel(_ count: Int) { pace.withLock { $0.labels += count } }

    func didLearn() { pace.withLock { $0.pace.learned($0.labels) } }

    var isTimeToLearn: Bool { pace.withLock { $0.pace.isDue($0.labels) } }
}

/// What finished jobs have found.
struct JobResults: Sendable {
    var training: TrainingOutcome?
    var comparison: ModelDifference?
    var doubts: DoubtList?
    var report: StudioReport?
}
