// Example: the folder that app and extension share. In the targets of both. Not compiled on Linux, which has no App Groups.

#if canImport(Darwin)
    import Foundation
    import MessageFilterExtension

    enum AppGroup {
        /// The same in the entitlements of both.
        static let identifier = "group.test.example.filter"

        /// Without the entitlement there is no such folder; a filter of no folder answers `none`, and nothing can be saved there.
        static var folder: FilterFolder {
            FilterFolder(FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: identifier)?.path ?? "")
        }
    }
#endif
