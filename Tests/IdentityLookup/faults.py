"""What Apple's frameworks refuse and a module of names alone lets pass. Each fault is tried in the
settings where the compiler can see it, beside the same code without it."""

EXTENSION = """
import IdentityLookup

nonisolated final class FilterExtension: ILMessageFilterExtension, ILMessageFilterQueryHandling {
    func handle(_ request: ILMessageFilterQueryRequest, context: ILMessageFilterExtensionContext,
                completion: @escaping @Sendable (ILMessageFilterQueryResponse) -> Void) {
        context.deferQueryRequestToNetwork { _, _ in completion(ILMessageFilterQueryResponse()) }
    }
}
"""
SWITCH = """
import IdentityLookup

nonisolated func name(_ action: ILMessageFilterAction) -> String {
    switch action {
    case .none: "none"
    case .allow: "allow"
    case .junk: "junk"
    case .promotion: "promotion"
    case .transaction: "transaction"
    @unknown default: "new"
    }
}
"""


def faults(example):
    """Name, code without the fault, what to replace in it by what, what the compiler says, and the
    argument without which it says nothing."""
    extension, view = example("FilterExtension/FilterExtension.swift"), example("App/TryMessageView.swift")
    yield "an extension of the main actor", extension, "nonisolated extension", "extension", "main actor-isolated", "MainActor"
    yield "a completion that is not Sendable", EXTENSION, "@Sendable ", "", "non-Sendable type", "6"
    yield "a switch without a default", SWITCH, '    @unknown default: "new"\n', "", "may have additional unknown values", None
    yield "a struct that conforms", EXTENSION, "final class FilterExtension: ILMessageFilterExtension,", "struct FilterExtension:", "cannot conform to class protocol", None
    yield "a switch bound to rules", view, "$settings.defersToNetwork", "$settings.deny", "'Binding<[Rule]>'", None
    yield "a label of either module", view, "SpamFilter.Label", "Label", "'Label' is ambiguous", None
