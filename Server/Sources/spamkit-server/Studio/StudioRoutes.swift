// spamkit-server: what the studio's page asks for and does, by its script. JSON in, JSON out; each
// call goes to a thread that may wait.

import Foundation
import Hummingbird
import Studio

struct StudioRoutes: Sendable {
    let studio: Studio
    let gate: StudioGate

    func add(to router: Router<StudioContext>) {
        read(router, "/api/session") { session, _ in studio.welcome(session) }
        write(router, "/api/person") { (name: Name, session, _) in
            try session.sitDown(name.name)
            return studio.welcome(session)
        }
        addLabeling(to: router)
        addLooking(to: router)
        addModels(to: router)
    }

    private func addLabeling(to router: Router<StudioContext>) {
        read(router, "/api/queue/:mode") { session, parameters in
            try desk(session).ask(try mode(parameters))
        }
        write(router, "/api/queue/:mode") { (step: Step, session, parameters) in
            try desk(session).take(try step.taken, of: step.message, seen: step.textMark, try mode(parameters))
        }
        write(router, "/api/undo") { (_: Nothing, session, _) in try desk(session).undo() }
        write(router, "/api/correct") { (correction: Correction, session, _) in
            Corrected(messages: try desk(session).correct(correction.seen, to: correction.to))
        }
        write(router, "/api/doubts/accept") { (kind: Kind, session, _) in
            let seen = try studio.doubts.likely(kind.given, kind.suggested, above: kind.above)
            return Corrected(messages: try desk(session).correct(seen, to: kind.suggested))
        }
    }

    private func addLooking(to router: Router<StudioContext>) {
        read(router, "/api/message/:id") { _, parameters in
            try studio.lookup.details(of: try parameters.require("id", as: Int64.self))
        }
        read(router, "/api/similar/:id") { _, parameters in
            try studio.lookup.similar(to: try parameters.require("id", as: Int64.self))
        }
        write(router, "/api/search") { (query: Query, _, _) in try studio.lookup.search(query.words) }
        read(router, "/api/conflicts") { _, _ in try studio.lookup.conflicts() }
        read(router, "/api/doubts") { _, _ in try studio.doubts.list() }
        read(router, "/api/people") { _, _ in try studio.lookup.people() }
    }

    private func addModels(to router: Router<StudioContext>) {
        read(router, "/api/models") { _, _ in studio.models.list }
        write(router, "/api/models/:number/choose") { (_: Nothing, _, parameters) in
            try studio.models.choose(try parameters.require("number", as: Int.self))
            return studio.models.list
        }
        read(router, "/api/training") { _, _ in try studio.training.outcome() }
        read(router, "/api/comparison") { _, _ in try studio.comparison.difference() }
        read(router, "/api/jobs") { _, _ in studio.jobs.all }
        write(router, "/api/jobs/:kind/start") { (job: Job, _, parameters) in
            switch try kind(parameters) {
            case .training: try studio.training.start()
            case .doubts: try studio.doubts.start()
            case .report: try studio.report.start(of: job.first ?? 0)
            case .comparison: try studio.comparison.start(job.first ?? 0, job.second ?? 0)
            }
            return studio.jobs.all
        }
        write(router, "/api/jobs/:kind/cancel") { (_: Nothing, _, parameters) in
            studio.jobs.cancel(try kind(parameters))
            return studio.jobs.all
        }
    }

    // MARK: - Requests

    private struct Nothing: Decodable {}
    private struct Name: Decodable { let name: String }
    private struct Query: Decodable { let words: String }
    private struct Job: Decodable {
        let first: Int?
        let second: Int?
    }
    private struct Correction: Decodable {
        let seen: [SeenRow]
        let to: String
    }
    private struct Kind: Decodable {
        let given: String
        let suggested: String
        let above: Int
    }
    private struct Corrected: Encodable, Sendable { let messages: [Int64] }
    private struct Step: Decodable {
        enum Word: String, Decodable { case label, template, skip }

        let message: Int64
        let textMark: String?
        let step: Word
        let label: String?

        var taken: QueueStep {
            get throws {
                switch step {
                case .skip: .skip
                case .label: .label(label ?? "")
                case .template: .labelTemplate(label ?? "")
                }
            }
        }
    }

    private func desk(_ session: StudioSession) throws -> LabelingDesk {
        guard let person = session.person else { throw StudioError.badName }
        return try studio.desk(of: person)
    }

    private func mode(_ parameters: Parameters) throws -> QueueMode {
        guard let mode = QueueMode(rawValue: try parameters.require("mode")) else { throw HTTPError(.notFound) }
        return mode
    }

    private func kind(_ parameters: Parameters) throws -> JobKind {
        guard let kind = JobKind(rawValue: try parameters.require("kind")) else { throw HTTPError(.notFound) }
        return kind
    }

    private func read(
        _ router: Router<StudioContext>, _ path: RouterPath,
        _ answer: @escaping @Sendable (StudioSession, Parameters) throws -> any Encodable & Sendable
    ) {
        router.get(path) { request, context in
            let session = try gate.session(StudioRequest(request), .script), parameters = context.parameters
            return try await blocking { json(try answer(session, parameters)) }
        }
    }

    private func write<Body: Decodable & Sendable>(
        _ router: Router<StudioContext>, _ path: RouterPath,
        _ answer: @escaping @Sendable (Body, StudioSession, Parameters) throws -> any Encodable & Sendable
    ) {
        router.post(path) { request, context in
            let session = try gate.session(StudioRequest(request), .script, isWrite: true), parameters = context.parameters
            guard request.head.isType("application/json") else {
                throw HTTPError(.unsupportedMediaType)
            }
            var request = request
            let bytes = try await request.collectBody(upTo: context.maxUploadSize)
            let body = try JSONDecoder().decode(Body.self, from: Data(bytes.readableBytesView))
            return try await blocking { json(try answer(body, session, parameters)) }
        }
    }
}
