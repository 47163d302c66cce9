// Studio: the models that can be asked and compared: files, and what was trained here.

import CorpusStore
import Foundation
import SpamFilterIO
import Synchronization

/// A model of the list.
struct StudioModel: Sendable {
    let number: Int
    let name: String
    let asking: AskingModel
    /// The bytes of a model that was trained here; files keep their own.
    let bytes: [UInt8]?
    /// When it was trained here, in seconds since 1970, and on how many messages.
    let trainedAt: Int?
    let trainedOn: Int?

    /// A model of this studio has never seen the messages that are held out.
    var isTrainedHere: Bool { bytes != nil }
}

/// A model as the page lists it.
public struct ModelSummary: Sendable, Equatable, Codable {
    let number: Int
    let name: String
    let bytes: Int
    let labels: [String]
    let isTrainedHere: Bool
    let trainedAt: Int?
    let trainedOn: Int?
    /// Whether it orders the queue and marks the clues.
    let isAsking: Bool
}

/// The models of a studio.
public final class ModelShelf: Sendable {
    private struct State {
        var models: [StudioModel] = []
        var asking: Int?
        var lastNumber = 0
        var trainings = 0
    }

    /// Models trained here that are kept; older ones go, except the one that asks.
    private static let mostTrained = 4
    private let state: Mutex<State>

    init(files: [String]) throws {
        var models: [StudioModel] = []
        for (i, path) in files.enumerated() {
            let model = AskingModel(try ModelFile.whole(path))
            models.append(
                StudioModel(
                    number: i + 1, name: URL(fileURLWithPath: path).lastPathComponent, asking: model, bytes: nil, trainedAt: nil,
                    trainedOn: nil))
        }
        state = Mutex(State(models: models, asking: models.first?.number, lastNumber: models.count))
    }

    /// The one that asks; `nil` before there is any.
    var asking: StudioModel? { state.withLock { state in state.models.first { $0.number == state.asking } } }

    func model(_ number: Int) throws(StudioError) -> StudioModel {
        guard let model = state.withLock({ $0.models.first { $0.number == number } }) else { throw .noModel(number) }
        return model
    }

    /// Has another model order the queue and mark the clues.
    public func choose(_ number: Int) throws(StudioError) {
        _ = try model(number)
        state.withLock { $0.asking = number }
    }

    /// The file of a model that was trained here.
    public func bytes(of number: Int) throws(StudioError) -> [UInt8] {
        guard let bytes = try model(number).bytes else { throw .noModel(number) }
        return bytes
    }

    /// A model that was just trained, with a number and a name that no other gets. It is on no list
    /// yet.
    func made(of bytes: [UInt8], trainedOn count: Int) throws -> StudioModel {
        let now = Int(Date().timeIntervalSince1970)
        let asking = AskingModel(try ModelFile(copying: bytes, named: "the trained model"))
        return state.withLock { state in
            StudioModel(
                number: state.lastNumber + 1, name: "training \(state.trainings + 1)", asking: asking, bytes: bytes,
                trainedAt: now, trainedOn: count)
        }
    }

    /// A model that was just trained asks from now on. Trainings run one at a time.
    func add(_ model: StudioModel) {
        state.withLock { state in
            state.lastNumber = model.number
            state.trainings += 1
            let trained = state.models.count { $0.isTrainedHere }
            state.models.append(model)
            state.asking = model.number
            if trained >= ModelShelf.mostTrained, let oldest = state.models.firstIndex(where: \.isTrainedHere) {
                state.models.remove(at: oldest)
            }
        }
    }

    /// All models, in the order in which they came.
    public var list: [ModelSummary] {
        state.withLock { state in state.models.map { ModelSummary($0, isAsking: $0.number == state.asking) } }
    }
}

extension ModelSummary {
    init(_ model: StudioModel, isAsking: Bool) {
        let view = model.asking.view
        self.init(
            number: model.number, name: model.name, bytes: view.byteCount, labels: view.labels.map(\.description),
            isTrainedHere: model.isTrainedHere, trainedAt: model.trainedAt, trainedOn: model.trainedOn, isAsking: isAsking)
    }
}
