// Labels: what can be done with a message. Names and raw values are those of Apple's IdentityLookup
// (ILMessageFilterAction, ILMessageFilterSubAction), so that a verdict passes to the system
// unchanged. IdentityLookupShim has the same two: these lists mirror Apple's too and stay apart,
// because the core imports nothing.

/// What the system does with a message.
public enum Action: Int, Sendable, CaseIterable {
    /// Not enough information: the message is shown, and an app may ask its server. A verdict,
    /// never a label.
    case none = 0
    /// Shown.
    case allow = 1
    /// Filtered as Junk.
    case junk = 2
    /// Filed under Promotions.
    case promotion = 3
    /// Filed under Transactions.
    case transaction = 4

    /// `none`, `allow`, `junk`, `promotion`, `transaction`: the spelling of corpora, reports and
    /// the command line.
    public var name: String {
        switch self {
        case .none: "none"
        case .allow: "allow"
        case .junk: "junk"
        case .promotion: "promotion"
        case .transaction: "transaction"
        }
    }
}

/// The sub-folder within Promotions or Transactions (iOS 16 and later).
public enum SubAction: Int, Sendable, CaseIterable {
    /// No sub-action.
    case none = 0
    /// A transaction of none of the kinds below, such as a one-time code.
    case transactionalOthers = 10000
    /// Banks, cards and payments.
    case transactionalFinance = 10001
    /// Orders and deliveries.
    case transactionalOrders = 10002
    /// Appointments and reminders.
    case transactionalReminders = 10003
    /// Doctors, pharmacies and tests.
    case transactionalHealth = 10004
    /// Weather and its warnings.
    case transactionalWeather = 10005
    /// The telephone company.
    case transactionalCarrier = 10006
    /// Points and vouchers that were earned.
    case transactionalRewards = 10007
    /// Authorities and public services.
    case transactionalPublicServices = 10008
    /// A promotion of none of the kinds below.
    case promotionalOthers = 20000
    /// Offers and sales.
    case promotionalOffers = 20001
    /// Coupons and codes for a discount.
    case promotionalCoupons = 20002

    /// The action this one divides; `nil` for `none`, which goes with every action.
    public var parent: Action? {
        switch rawValue {
        case 10000...10008: .transaction
        case 20000...20002: .promotion
        default: nil
        }
    }

    /// The spelling of corpora, reports and the command line: `others`, `finance`, … `coupons`;
    /// `none`.
    public var name: String {
        switch self {
        case .none: "none"
        case .transactionalOthers, .promotionalOthers: "others"
        case .transactionalFinance: "finance"
        case .transactionalOrders: "orders"
        case .transactionalReminders: "reminders"
        case .transactionalHealth: "health"
        case .transactionalWeather: "weather"
        case .transactionalCarrier: "carrier"
        case .transactionalRewards: "rewards"
        case .transactionalPublicServices: "publicServices"
        case .promotionalOffers: "offers"
        case .promotionalCoupons: "coupons"
        }
    }
}
