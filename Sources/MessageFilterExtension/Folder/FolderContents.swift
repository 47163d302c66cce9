// Extension: the opened contents of the shared folder.

import Foundation
import SpamFilter
import SpamFilterIO

extension FilterFolder {
    /// The identity of a file in the folder. Its number is not enough: after the folder was
    /// emptied, numbers are used again.
    private struct Stamp: Equatable {
        let number: UInt32
        let path: String
        private let inode: UInt64
        private let size: Int64
        private let seconds: Int
        private let nanoseconds: Int
        /// A number that a writer took, without its file yet.
        let isTakenOnly: Bool

        /// Zeros where the file is gone.
        init(_ number: UInt32, _ path: String) {
            var status = stat()
            if stat(path, &status) != 0 { status = stat() }
            isTakenOnly = status.st_mode & S_IFMT == S_IFREG && status.st_size == 0
            self.number = number
            self.path = path
            inode = UInt64(status.st_ino)
            size = Int64(status.st_size)
            #if os(Linux)
            let time = status.st_mtim
            #else
            let time = status.st_mtimespec
            #endif
            seconds = time.tv_sec
            nanoseconds = time.tv_nsec
        }
    }

    /// The newest files of each kind, by one listing. Empty ones do not count, as for readers.
    private func stamps() throws(FileError) -> [Kind: [Stamp]] {
        let names = try NumberedFiles.listed(path)
        var stamps: [Kind: [Stamp]] = [:]
        for kind in Kind.allCases {
            let files = files(kind)
            let all = files.numbers(of: names).lazy.map { Stamp($0, files.path($0)) }
            stamps[kind] = Array(all.filter { !$0.isTakenOnly }.prefix(NumberedFiles.mostTried))
        }
        return stamps
    }

    /// The newest file of each kind, kept open until the folder changes, and the filter of them.
    struct Contents: ~Copyable {
        /// What a kind was opened from.
        private struct Source {
            let stamps: [Stamp]
            /// What the system could not read: it may be locked, or memory short.
            let unread: [String]
        }

        private let folder: FilterFolder
        private var filter = MessageFilter()
        /// The filter reads it in place, as it does the file of rules.
        private var model: ModelFile?
        private var rules: RuleFile?
        private var settings = RuleContent()
        private var overlay: PersonalOverlay?
        private var settingsDefer = false
        private var isListed = false
        /// A kind is missing until the first refresh.
        private var sources: [Kind: Source] = [:]
        /// Settings or rules that were refused as too large beside the other.
        private var refused: Set<Kind> = []

        init(_ folder: FilterFolder) { self.folder = folder }

        /// Not while the folder cannot be listed: the user may have switched the network off since.
        var defersToNetwork: Bool { settingsDefer && isListed }

        /// Opens new files, and those that the system could not read before, once it can. Until
        /// then, and while the folder cannot be listed, what is open answers. A removed model no
        /// longer answers. A file whose bytes are wrong is tried once.
        mutating func refresh() {
            let found: [Kind: [Stamp]]?
            do throws(FileError) {
                // Stamps first: what is added while a file opens then shows at the next message.
                found = try folder.stamps()
            } catch {
                found = error.isLasting ? [:] : nil
            }
            isListed = found != nil
            for kind in Kind.allCases {
                let stamps = found?[kind] ?? []
                if let before = sources[kind] {
                    guard found != nil, before.stamps != stamps || before.unread.contains(where: Contents.isReadable)
                    else { continue }
                    // To load means to drop the one in use.
                    if kind == .model, model != nil, let newest = stamps.first, !Contents.isReadable(newest.path) { continue }
                }
                sources[kind] = Source(stamps: stamps, unread: open(kind))
                // Beside what has opened now, the other may have room.
                for other in refused.subtracting([kind]) where kind == .settings || kind == .rules {
                    sources[other] = Source(stamps: found?[other] ?? [], unread: open(other))
                }
            }
        }

        /// Whether trying to open it can have another end than before.
        private static func isReadable(_ path: String) -> Bool {
            do throws(FileError) {
                _ = try FileBytes(path, .mapped)
                return true
            } catch {
                return error.isLasting
            }
        }

        /// Returns what the system could not read.
        private mutating func open(_ kind: Kind) -> [String] {
            do throws(FileError) {
                switch kind {
                case .model: return openModel()
                case .settings: return try openSettings()
                case .rules: return try openRules()
                case .overlay: return try openOverlay()
                }
            } catch {
                if kind == .settings { settingsDefer = false }
                // What is open stays, unless the folder went.
                if error.isLasting { drop(kind) }
                return error.isLasting ? [] : [folder.path]
            }
        }

        private mutating func drop(_ kind: Kind) {
            switch kind {
            case .model:
                filter.replaceClassifier(nil)
                model = nil
            case .settings: try? replaceSettings(RuleContent())
            case .rules: try? replaceRules(nil)
            case .overlay: replaceOverlay(nil)
            }
        }

        private mutating func openModel() -> [String] {
            // An extension has no room for two.
            drop(.model)
            let loaded = folder.modelLoader.load(), unread = loaded.unread
            model = loaded.take()
            openClassifier()
            return unread
        }

        private mutating func openSettings() throws(FileError) -> [String] {
            let found = try folder.newestSettings(), unread = unread(found, .settings)
            let settings = FilterFolder.settings(of: found)
            settingsDefer = settings.defersToNetwork
            guard found.value != nil || unread.isEmpty else { return unread }
            // Too large beside the file of rules: those before stay.
            do throws(RuleFileError) {
                try replaceSettings(settings.content)
                refused.remove(.settings)
            } catch {
                refused.insert(.settings)
            }
            return unread
        }

        private mutating func openRules() throws(FileError) -> [String] {
            let found = try folder.newestRules(), unread = unread(found, .rules)
            guard found.value != nil || unread.isEmpty else { return unread }
            // Too large beside the settings: those before stay.
            do throws(RuleFileError) {
                try replaceRules(found.take())
                refused.remove(.rules)
            } catch {
                refused.insert(.rules)
            }
            return unread
        }

        private mutating func openOverlay() throws(FileError) -> [String] {
            let found = try folder.newestOverlay(), unread = unread(found, .overlay)
            if found.value != nil || unread.isEmpty { replaceOverlay(found.take()) }
            return unread
        }

        private func unread<Value: ~Copyable, Failure>(_ found: borrowing NewestFile<Value, Failure>, _ kind: Kind) -> [String] {
            found.unread.map { folder.files(kind).path($0) } + (found.listing == nil ? [] : [folder.path])
        }

        /// Takes other rules of the user. A file of rules stays. If the new ones cannot be used, or
        /// are too large beside the file, the ones before stay.
        mutating func replaceSettings(_ new: RuleContent) throws(RuleFileError) {
            filter.replaceRules(try RuleMatcher(settings: new, file: rules))
            settings = new
        }

        /// Takes a file of rules, or none. If it cannot be used, the one before stays.
        mutating func replaceRules(_ new: consuming RuleFile?) throws(RuleFileError) {
            filter.replaceRules(try RuleMatcher(settings: settings, file: new))
            rules = new
        }

        private mutating func replaceOverlay(_ new: PersonalOverlay?) {
            guard new != nil || overlay != nil else { return }
            overlay = new
            openClassifier()
        }

        /// Where own examples were read with other settings than the model's, it answers alone.
        private mutating func openClassifier() {
            // The old one goes first, as the model does.
            filter.replaceClassifier(nil)
            guard let view = model?.view else { return }
            if let overlay, let own = try? Classifier(view, overlay: overlay) {
                filter.replaceClassifier(own)
            } else {
                filter.replaceClassifier(Classifier(view))
            }
        }

        /// The answer of the first rule or list that the message meets, else the model's. `none`
        /// without either, and for an empty body, about which a model knows nothing.
        mutating func answer(_ message: Message) -> Answer { declaredPart(filter.decide(message).answer) }

        /// The answer, without a sub-action that the model does not declare: the system has no
        /// folder for it.
        func declaredPart(_ answer: Answer) -> Answer {
            answer.subAction == .none || filter.declared.contains(answer.subAction) ? answer : Answer(answer.action)
        }

        var declared: [SubAction] { filter.declared }
    }
}
