// Text: the kinds of sender.

/// The kinds of sender that a filter can tell apart without a directory.
public enum SenderKind: UInt64, CaseIterable, Sendable {
    /// Symbols only.
    case signs = 0
    /// 1 to 6 digits.
    case shortCode = 1
    /// Letters: an alphanumeric header such as `MYBANK` or `VK-MYBANK`.
    case header = 2
    /// A mail address.
    case email = 3
    /// Begins with + or the digits of calls abroad, and another calling code than the receiver's
    /// country has; where no country is given, any.
    case foreign = 5
    /// A mobile telephone of the receiver's country.
    case mobile = 6
    /// A company's line (Korean 15xx, 16xx, 18xx; Chinese 400, 95xxx; Japanese 0570), or a port
    /// that only sends text (Chinese 106).
    case business = 7
    /// Any other national number.
    case national = 8
    /// A landline of the receiver's country.
    case landline = 9
    /// A number whose calls the receiver of the call pays.
    case tollFree = 10
    /// A number of internet telephony.
    case voip = 11
    /// A number whose calls cost more.
    case premium = 12

    /// The name in reports and in rules.
    public var name: String {
        switch self {
        case .signs: "signs"
        case .shortCode: "short code"
        case .header: "header"
        case .email: "e-mail"
        case .foreign: "foreign"
        case .mobile: "mobile"
        case .business: "business"
        case .national: "national"
        case .landline: "landline"
        case .tollFree: "toll-free"
        case .voip: "VoIP"
        case .premium: "premium"
        }
    }
}
