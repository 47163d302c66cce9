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

    private func stamps(_ kind: Kind) -> [Stamp] {
        let files = files(kind)
        return files.numbers().prefix(NumberedFiles.mostTried).map { Stamp($0, files.path($0)) }
    }

    /// The newest file of each kind, kept open until the folder changes.
    struct Contents: ~Copyable {
        private let folder: FilterFolder
        private var filter = OfflineFilter()
        private(set) var defersToNetwork = false
        /// `nil` at first, and while a newer one cannot be read, so that it is tried again: it may
        /// be locked, or memory short. One whose bytes are wrong is tried once.
        private var models: [Stamp]?
        private var settings: [Stamp]?
        private var rules: [Stamp]?
        private var overlays: [Stamp]?

        init(_ folder: FilterFolder) { self.folder = folder }

        /// Opens new files. A removed model no longer answers.
        mutating func refresh() {
            // Stamps first: what is added while a file opens then shows at the next message.
            let models = folder.stamps(.model)
            if models != self.models {
                // An extension has no room for two.
                filter.replaceModel(nil)
                let loaded = folder.modelLoader.load()
                self.models = loaded.isSettled ? models : nil
                filter.replaceModel(loaded.take())
            }
            let settings = folder.stamps(.settings)
            if settings != self.settings {
                let (read, isSettled) = folder.newestSettings()
                // Too large beside the file of rules: those before stay.
                try? filter.replaceSettings(read.content)
                defersToNetwork = read.defersToNetwork
                self.settings = isSettled ? settings : nil
            }
            let rules = folder.stamps(.rules)
            if rules != self.rules {
                var isSettled = true
                // Rules too large beside the user's own: those before stay.
                try? filter.replaceFile(folder.newestRules(isSettled: &isSettled))
                self.rules = isSettled ? rules : nil
            }
            let overlays = folder.stamps(.overlay)
            if overlays != self.overlays {
                let (overlay, isSettled) = folder.newestOverlay()
                filter.replaceOverlay(overlay)
                self.overlays = isSettled ? overlays : nil
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
