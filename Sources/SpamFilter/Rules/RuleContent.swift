// Rules: the rules of a document or of an app's settings, and what no filter takes of them.

/// Rules by tier, with their lists. The model's tier is not theirs.
public struct RuleContent: Sendable, Hashable {
    /// What the user lets through. Only the conditions count: the tier is the label.
    public var allow: [Rule]
    /// What the user denies. Only the conditions count here too.
    public var deny: [Rule]
    /// Rules with any label, in order: the first that a message meets decides.
    public var rules: [Rule]
    /// Lists of senders and hosts, in order.
    public var lists: [List]

    /// A list of senders or hosts, all let through or all denied.
    public struct List: Sendable, Hashable {
        /// Whether the list lets through, rather than denies.
        public var isAllowed: Bool
        /// Shown to people, such as the name of the file that it was read from.
        public var name: String
        /// The list as `KeyList.encoded` wrote it; exact where it lets through.
        public var bytes: [UInt8]
        /// ISO 3166 code of two letters: that of short codes and national numbers in a list of
        /// senders. A message without a country is looked up as one of it.
        public var country: String?

        /// A list of encoded keys; the country is that of numbers without a calling code.
        public init(isAllowed: Bool, name: String, bytes: [UInt8], country: String? = nil) {
            self.isAllowed = isAllowed
            self.name = name
            self.bytes = bytes
            self.country = country
        }
    }

    /// Rules by tier, each in order.
    public init(allow: [Rule] = [], deny: [Rule] = [], rules: [Rule] = [], lists: [List] = []) {
        self.allow = allow
        self.deny = deny
        self.rules = rules
        self.lists = lists
    }

    /// Whether there is neither a rule nor a list.
    public var isEmpty: Bool { allow.isEmpty && deny.isEmpty && rules.isEmpty && lists.isEmpty }

    /// The rules in the order of a file.
    var tiers: [(tier: RuleTier, rules: [Rule])] { [(.allow, allow), (.deny, deny), (.groups, rules)] }

    /// Why there is no file of these, as a sentence for people; `nil` where there is.
    ///
    /// - Complexity: O(texts + lists / 256).
    public var problem: String? {
        let count = allow.count + deny.count + rules.count
        if count > RuleLayout.maxRules { return "expected at most \(RuleLayout.maxRules) rules, found \(count)" }
        if lists.count > RuleLayout.maxLists { return "expected at most \(RuleLayout.maxLists) lists, found \(lists.count)" }
        var found = 0, phrases = 0
        for (_, rules) in tiers {
            for rule in rules {
                phrases += rule.conditions.phraseCount
                for (_, text) in rule.conditions.texts { found += text.utf8.count }
            }
        }
        if found > RuleLayout.maxTextBytes { return "expected at most \(RuleLayout.maxTextBytes) bytes of text, found \(found)" }
        if phrases > RuleLayout.maxPhrases { return "expected at most \(RuleLayout.maxPhrases) phrases, found \(phrases)" }
        // The tier is the label, which the rule was not made with.
        var reader = RuleTextReader()
        for (i, rule) in allow.enumerated() {
            if let problem = rule.conditions.problemOfTrust(&reader) {
                return "allow[\(i)].\(problem.condition?.name ?? ""): \(problem.description)"
            }
        }
        for (i, list) in lists.enumerated() { if let problem = list.problem { return "lists[\(i)]: \(problem)" } }
        return nil
    }
}

extension RuleContent.List {
    /// The code of its country, as files have it; 0 for none.
    var code: UInt16 {
        var country = country ?? ""
        return country.withUTF8(countryCode)
    }

    /// Why no file has this list; `nil` where one may.
    fileprivate var problem: String? {
        if name.utf8.count > Rule.longestText { return "expected a name of at most \(Rule.longestText) bytes, found more" }
        if country != nil, CallingCode(country: code) == nil { return RuleProblem.country.description }
        return bytes.withUnsafeBytes { bytes in
            do throws(RuleFileError) {
                let keys = try KeyList(bytes)
                if isAllowed, keys.form != .exact { return "expected an exact list of what is let through, found a compact one" }
                if country != nil, keys.kind != .senders { return "expected no country for a list of hosts, found one" }
                return nil
            } catch {
                return error.description
            }
        }
    }
}
