// Simulation: events on a phone, one JSON object a line, in order of time.
//
//     {"thread":"a","sender":"+82 10-0000-0000","text":"…","country":"KR","label":"junk"}    an SMS
//     {"thread":"b","text":"…","contact":true}      from somebody in Contacts
//     {"thread":"b","text":"…","service":"iMessage"}
//     {"thread":"a","reply":true}                   the user answers; a `text` is not read
//     {"thread":"a","delete":true}                  the user deletes the conversation
//     {"filter":"off"}   {"filter":"on"}            the user chooses none, or ours, in Settings
//     {"network":"down"} {"network":"up"}

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import SpamFilter

/// An event on a phone.
public enum ThreadEvent: Sendable, Hashable {
    case message(IncomingMessage)
    case reply(thread: String)
    case deletion(thread: String)
    case filter(isOn: Bool)
    case network(isUp: Bool)
}

/// A message as it reaches the phone.
public struct IncomingMessage: Sendable, Hashable {
    public enum Service: String, Sendable {
        case sms = "SMS"
        case mms = "MMS"
        case iMessage
    }

    /// The thread's name; the sender where none is given. Of a message that has neither, its own.
    public var thread: String
    public var message: Message
    public var service = Service.sms
    var isFromContact = false
    /// The true label, where it is known.
    public var label: Label?

    public init(thread: String, _ message: Message, service: Service = .sms, isFromContact: Bool = false, label: Label? = nil) {
        self.thread = thread
        self.message = message
        self.service = service
        self.isFromContact = isFromContact
        self.label = label
    }
}

/// Why a line is no event. Quotes nothing from the line except a label, if it is short.
public enum ThreadEventError: Error, Equatable, CustomStringConvertible {
    case notAnObject
    case wrongType(key: String)
    case value(key: String, expected: String)
    /// `found` is `nil` for more than a word, which may be a message.
    case unknownLabel(found: String?)
    case noThread
    case nothing
    case twoEvents

    public var description: String {
        switch self {
        case .notAnObject: "expected a JSON object, found something else; write one event a line"
        case .wrongType(let key):
            "expected \(["contact", "reply", "delete"].contains(key) ? "true or false" : "a string") for the key \(key), found another type of value; correct it"
        case .value(let key, let expected): "expected \(expected) for the key \(key), found something else; correct it"
        case .unknownLabel(let found):
            "expected a label such as junk or transaction/finance, found \(found.map { "\"\($0)\"" } ?? "more than a word"); correct the label"
        case .noThread: "expected a thread or a sender, found neither; add one of them"
        case .twoEvents: "expected one event a line, found two; write a line for each"
        case .nothing: "expected one of the keys text, reply, delete, filter and network, found none; add one of them"
        }
    }
}

extension ThreadEvent {
    /// Reads one line. Other keys are skipped.
    ///
    /// - Parameters:
    ///   - unknownThread: the thread of a message that has neither thread nor sender, a name of its
    ///     own; `nil`: such a message is refused.
    ///   - meaning: the labels of other words, such as those of corpora.
    public init(
        json line: UnsafeBufferPointer<UInt8>, unknownThread: () -> String? = { nil }, meaning: (String) -> Label? = { _ in nil }
    ) throws(ThreadEventError) {
        if let record = EventRecord(plain: line) {
            self = try record.event(unknownThread, meaning)
            return
        }
        let record: EventRecord
        do {
            record = try JSONDecoder().decode(EventRecord.self, from: Data(buffer: line))
        } catch DecodingError.typeMismatch(_, let context) where !context.codingPath.isEmpty {
            throw .wrongType(key: context.codingPath[0].stringValue)
        } catch {
            throw .notAnObject
        }
        self = try record.event(unknownThread, meaning)
    }
}

extension EventRecord {
    private static let labels = Dictionary(uniqueKeysWithValues: Label.all.map { ($0.description, $0) })

    /// At most 24 letters, digits, slashes and the like: no message in whole.
    private static func isWord(_ label: String) -> Bool {
        (1...24).contains(label.count) && label.allSatisfy { $0.isLetter || $0.isNumber || "_-/".contains($0) }
    }

    fileprivate func event(
        _ unknownThread: () -> String?, _ meaning: (String) -> Label?
    ) throws(ThreadEventError) -> ThreadEvent {
        // A reply may come with its text.
        let events = [filter != nil, network != nil, text != nil && reply != true, reply == true, delete == true]
        guard events.count(where: { $0 }) <= 1 else { throw .twoEvents }
        if reply == true || delete == true {
            guard let thread = thread ?? sender else { throw .noThread }
            return reply == true ? .reply(thread: thread) : .deletion(thread: thread)
        }
        if let text {
            guard let thread = thread ?? sender ?? unknownThread() else { throw .noThread }
            var known: Label?
            if let label {
                known = EventRecord.labels[label] ?? meaning(label)
                guard known != nil else { throw .unknownLabel(found: EventRecord.isWord(label) ? label : nil) }
            }
            guard let service = IncomingMessage.Service(rawValue: service ?? "SMS") else {
                throw .value(key: "service", expected: "SMS, MMS or iMessage")
            }
            return .message(
                IncomingMessage(
                    thread: thread, Message(body: text, sender: sender, receiverCountry: country), service: service,
                    isFromContact: contact ?? false, label: known))
        }
        switch (filter, network) {
        case ("on", _): return .filter(isOn: true)
        case ("off", _): return .filter(isOn: false)
        case (_?, _): throw .value(key: "filter", expected: "on or off")
        case (nil, "up"): return .network(isUp: true)
        case (nil, "down"): return .network(isUp: false)
        case (nil, _?): throw .value(key: "network", expected: "up or down")
        case (nil, nil): throw .nothing
        }
    }
}
