// Store: the last change taken back, whatever it was.

/// What was taken back.
public enum UndoneChange: Sendable, Equatable {
    /// Labels that a person gave.
    case labels(UndoneLabels)
    /// What an import did.
    case ofImport(UndoneImport)
}

extension CorpusStore {
    /// Takes the last change back: the labels that a person gave since the last import, of the last
    /// time that any were given, or else the last import.
    ///
    /// - Parameter isTrial: only counts.
    /// - Throws: `StoreError.noImports` where there is nothing to take back.
    /// - Complexity: O(labels); of an import O(bytes of the store).
    public func undoLastChange(isTrial: Bool = false) throws(StoreError) -> UndoneChange {
        if let labels = try labels.undoLast(isTrial: isTrial) { return .labels(labels) }
        return .ofImport(try imports.undoLast(isTrial: isTrial))
    }
}
