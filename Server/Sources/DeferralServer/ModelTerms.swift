// Server: which models are taken. A file in, a model or a reason out.

import SpamFilter
import SpamFilterIO

/// What a model must be for the server to answer by it.
public struct ModelTerms: Sendable {
    /// Where they are given, one of them must have signed the model.
    private let keys: [PublicKey]?
    private let leastSequence: UInt64
    private let allowsRollback: Bool
    private let country: String?

    /// - Parameters:
    ///   - keys: `nil` takes unsigned models; an empty array takes none.
    ///   - leastSequence: the lowest sequence number. A model without one has the number 0.
    ///   - allowsRollback: whether a model may have a lower number than the one that answers.
    ///   - country: of the phones that ask, in two letters, for messages that name none.
    public init(
        signedBy keys: [PublicKey]? = nil, leastSequence: UInt64 = 0, allowsRollback: Bool = false, country: String? = nil
    ) {
        self.keys = keys
        self.leastSequence = leastSequence
        self.allowsRollback = allowsRollback
        self.country = country
    }

    /// Opens the model of a file, if it is one.
    ///
    /// - Parameter before: the model that answers now. With keys, a number is for one model.
    func open(_ path: String, after before: ServedModel? = nil) throws(ModelRefusal) -> ServedModel {
        let model: ServedModel
        do throws(ModelFileError) { model = try ServedModel(path, signedBy: keys, country: country) } catch {
            throw .unusable(error)
        }
        let least = max(leastSequence, allowsRollback ? 0 : before?.sequence ?? 0)
        guard model.sequence >= least else {
            throw .outOfOrder(path: path, .rollback(newest: least, found: model.sequence))
        }
        let isAnother = before.map { $0.sequence == model.sequence && $0.name != model.name } ?? false
        if isAnother, model.sequence > 0, keys != nil, !allowsRollback {
            throw .outOfOrder(path: path, .sequenceTaken(model.sequence))
        }
        return model
    }
}

/// Why a model is not taken.
public enum ModelRefusal: Error, Equatable, CustomStringConvertible {
    /// The file could not be read, is no model, or nobody signed it who must.
    case unusable(ModelFileError)
    /// The model is older than it may be, or another one under the same number.
    case outOfOrder(path: String, InstallError)

    public var description: String {
        switch self {
        case .unusable(let error): error.description
        case .outOfOrder(let path, let error): "\(path): \(error)"
        }
    }

    /// Whether the same file would be refused again: `false` where the system could not read it.
    public var isLasting: Bool {
        if case .unusable(let error) = self { error.isLasting } else { true }
    }
}
