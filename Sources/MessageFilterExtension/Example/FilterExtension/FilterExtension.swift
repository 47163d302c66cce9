// Example: the principal class of a message filter extension. Compiled and tested on Linux too,
// with the shim.

import MessageFilterExtension

#if canImport(IdentityLookup) && (os(iOS) || os(visionOS) || targetEnvironment(macCatalyst))
import IdentityLookup
#else
import IdentityLookupShim
#endif

// Not of the main actor, as all of a new target of Xcode is: the system asks on other threads. An
// extension without the word goes back to the main actor, and a message can end the process.
nonisolated final class FilterExtension: ILMessageFilterExtension {
    private let handler: FilterHandler

    init(_ folder: FilterFolder) {
        handler = FilterHandler(folder)
        super.init()
    }

    #if canImport(Darwin)
    /// What the system calls.
    override convenience init() { self.init(AppGroup.folder) }
    #endif
}

nonisolated extension FilterExtension: ILMessageFilterQueryHandling {
    func handle(
        _ queryRequest: ILMessageFilterQueryRequest, context: ILMessageFilterExtensionContext,
        completion: @escaping @Sendable (ILMessageFilterQueryResponse) -> Void
    ) {
        handler.handle(queryRequest, context: context, completion: completion)
    }
}

nonisolated extension FilterExtension: ILMessageFilterCapabilitiesQueryHandling {
    func handle(
        _ capabilitiesQueryRequest: ILMessageFilterCapabilitiesQueryRequest, context: ILMessageFilterExtensionContext,
        completion: @escaping @Sendable (ILMessageFilterCapabilitiesQueryResponse) -> Void
    ) {
        handler.handle(capabilitiesQueryRequest, context: context, completion: completion)
    }
}
