// The two forms of each handler, one in terms of the other.

#if !(canImport(IdentityLookup) && (os(iOS) || os(visionOS) || targetEnvironment(macCatalyst)))
/// A value that crosses to the task that answers. The system hands over request, context and
/// completion for good, which types cannot express.
private struct Handed<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
}

extension ILMessageFilterQueryHandling {
    public func handle(
        _ queryRequest: ILMessageFilterQueryRequest, context: ILMessageFilterExtensionContext,
        completion: @escaping (ILMessageFilterQueryResponse) -> Void
    ) {
        let answer = Handed { completion(await self.handle(queryRequest, context: context)) }
        Task { await answer.value() }
    }

    public func handle(
        _ queryRequest: ILMessageFilterQueryRequest, context: ILMessageFilterExtensionContext
    ) async -> ILMessageFilterQueryResponse {
        await withCheckedContinuation { (continuation: CheckedContinuation<Handed<ILMessageFilterQueryResponse>, Never>) in
            handle(queryRequest, context: context) { continuation.resume(returning: Handed($0)) }
        }.value
    }
}

extension ILMessageFilterCapabilitiesQueryHandling {
    public func handle(
        _ capabilitiesQueryRequest: ILMessageFilterCapabilitiesQueryRequest, context: ILMessageFilterExtensionContext,
        completion: @escaping (ILMessageFilterCapabilitiesQueryResponse) -> Void
    ) {
        let answer = Handed { completion(await self.handle(capabilitiesQueryRequest, context: context)) }
        Task { await answer.value() }
    }

    public func handle(
        _ capabilitiesQueryRequest: ILMessageFilterCapabilitiesQueryRequest, context: ILMessageFilterExtensionContext
    ) async -> ILMessageFilterCapabilitiesQueryResponse {
        await withCheckedContinuation {
            (continuation: CheckedContinuation<Handed<ILMessageFilterCapabilitiesQueryResponse>, Never>) in
            handle(capabilitiesQueryRequest, context: context) { continuation.resume(returning: Handed($0)) }
        }.value
    }
}
#endif
