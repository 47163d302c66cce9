// Extension: the opened contents of the shared folder.

import Foundation
import SpamFilter
import SpamFilterIO

extension FilterFolder {
    /// The identity of a file in the folder. Its number is not enough: after the folder was
    /// emptied, numbers are used again.
    private struct Stamp: Equatable {
        let number: UInt32
        private let inode: UInt64
        private let size: Int64
        private let seconds: Int
        private let nanoseconds: Int

        /// Zeros where the file is gone.
        init(_ number: UInt32, _ path: String) {
            var status = stat()
            if stat(path, &status) != 0 { status = stat() }
            self.number = number
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

    /// The newest files of each kind, by one listing.
    private func stamps() -> [Kind: [Stamp]] {
        let names = NumberedFiles.names(in: path)
        var stamps: [Kind: [Stamp]] = [:]
        for kind in Kind.allCases {
            let files = files(kind)
            stamps[kind] = files.numbers(of: names).prefix(NumberedFiles.mostTried).map { Stamp($0, files.path($0)) }
        }
        return stamps
    }

    /// The newest file of each kind, kept open until the folder changes.
    struct Contents: ~Copyable {
        private let folder: FilterFolder
        private var filter = OfflineFilter()
        private(set) var defersToNetwork = false
        /// The files as they were opened. A kind is missing at first, and while a newer one cannot
        /// be read, so that it is tried again: it may be locked, or memory short. One whose bytes
        /// are wrong is tried once.
        private var opened: [Kind: [Stamp]] = [:]

        init(_ folder: FilterFolder) { self.folder = folder }

        /// Opens new files. A removed model no longer answers.
        mutating func refresh() {
            // Stamps first: what is added while a file opens then shows at the next message.
            let found = folder.stamps()
            for kind in Kind.allCases where opened[kind] != found[kind] {
                opened[kind] = open(kind) ? found[kind] : nil
            }
        }

        /// Returns whether trying again would find the same.
        private mutating func open(_ kind: Kind) -> Bool {
            switch kind {
            case .model:
                // An extension has no room for two.
                filter.replaceModel(nil)
                let loaded = folder.modelLoader.load(), isSettled = loaded.isSettled
                filter.replaceModel(loaded.take())
                return isSettled
            case .settings:
                let (read, isSettled) = folder.newestSettings()
                // Too large beside the file of rules: those before stay.
                try? filter.replaceSettings(read.content)
                defersToNetwork = read.defersToNetwork
                return isSettled
            case .rules:
                var isSettled = true
                // Those before stay where these are too large beside the settings.
                try? filter.replaceFile(folder.newestRules(isSettled: &isSettled))
                return isSettled
            case .overlay:
                let (overlay, isSettled) = folder.newestOverlay()
                filter.replaceOverlay(overlay)
                return isSettled
            }
        }

        mutating func answer(_ message: Message) -> FilterAnswer { declaredPart(filter.answer(message)) }

        /// The answer, without a sub-action that the model does not declare: the system has no
        /// folder for it.
        func declaredPart(_ answer: FilterAnswer) -> FilterAnswer {
            answer.subAction == .none || filter.declared.contains(answer.subAction) ? answer : FilterAnswer(answer.action)
        }

        var declared: [SubAction] { filter.declared }
    }
}
