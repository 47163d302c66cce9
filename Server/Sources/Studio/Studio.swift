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
    private let storeName: String
    /// The models that can be asked.
    public let models: ModelShelf
    /// What takes long, as far as it runs or has ended.
    public let jobs: JobBoard
    /// What is known of messages and people.
    public let lookup: Lookup
    /// Labels that models doubt.
    public let doubts: DoubtSearch
    /// Models that learn here.
    public let training: Training
    /// Two models side by side.
    public let comparison: ModelComparison
    /// What a model is worth, as a page.
    public let report: ModelReport
    private let reservations = Reservations()
    private let desks = Mutex<[String: LabelingDesk]>([:])
    private let pace = LearningPace()

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
        let shelf = try ModelShelf(files: models), name = URL(fileURLWithPath: path).lastPathComponent
        let board = JobBoard { "\($0)".replacing(path, with: name) }
        storeName = name
        self.models = shelf
        jobs = board
        lookup = Lookup(store: store, models: shelf)
        doubts = DoubtSearch(store: store, job: Job(.doubts, on: board))
        comparison = ModelComparison(store: store, models: shelf, job: Job(.comparison, on: board))
        training = Training(store: store, models: shelf, comparison: comparison, pace: pace, job: Job(.training, on: board))
        report = ModelReport(store: store, storeName: storeName, models: shelf, job: Job(.report, on: board))
        try store.groups.addNew()
    }

    /// An error in words for a page: it names the store, and no folder of this machine.
    public func words(of error: StoreError) -> String { jobs.words(error) }

    /// What a page needs to know when it opens.
    public func welcome(_ session: StudioSession) -> StudioWelcome {
        StudioWelcome(
            person: session.person, store: storeName, choices: LabelingKeys.choices, models: models.list, jobs: jobs.all)
    }

    /// The desk of a person, made when they first sit down.
    public func desk(of person: String) throws(StudioError) -> LabelingDesk {
        let person = try Studio.checked(person)
        return desks.withLock { desks in
            if let desk = desks[person] { return desk }
            let desk = LabelingDesk(store, person: person, models, reservations, pace)
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

    /// Rows of a list that a page shows at most.
    static let mostRows = 100
}

/// The first answer to a page.
public struct StudioWelcome: Sendable, Equatable, Codable {
    /// `nil`: the page asks for a name.
    let person: String?
    let store: String
    /// The labels by their keys.
    let choices: [LabelingKeys.Choice]
    let models: [ModelSummary]
    let jobs: [JobState]
}

extension Groups {
    /// Messages that came meanwhile, such as by an import, find their templates.
    func addNew() throws {
        if try hasUngrouped() { _ = try update() }
    }
}
