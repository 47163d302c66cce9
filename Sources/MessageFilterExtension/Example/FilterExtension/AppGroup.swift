// Example: the folder that app and extension share. A file of both targets. On Linux, which has no
// App Groups, it compiles against a stand-in.

#if canImport(Darwin)
import Foundation
import MessageFilterExtension

nonisolated enum AppGroup {
    /// The same in the entitlements of both.
    static let identifier = "group.test.example.filter"

    /// Without the entitlement there is no folder: the bundled model answers, and saving fails.
    /// An app that downloads models gives its public key here: `signedBy: [key]`.
    static var folder: FilterFolder {
        FilterFolder(
            FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: identifier)?.path ?? "",
            bundledModel: Bundle.main.path(forResource: "shipped", ofType: "spam"))
    }
}
#endif
