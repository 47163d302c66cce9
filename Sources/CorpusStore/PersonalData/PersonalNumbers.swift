// Store: finds numbers of persons in a message: phones, cards, accounts, codes.

enum PersonalNumbers {
    /// Five digits and more with the usual signs between them, or seven with spaces. Dates, times
    /// of day and amounts with commas are skipped, also behind a space in a number: 48291 - 12:30.
    ///
    /// - Parameter hasCode: whether the text speaks of a code, so that four digits are one.
    static func find(in text: [Unicode.Scalar], hasCode: Bool = false) -> [PersonalSpan] {
        var spans: [PersonalSpan] = []
        var i = 0
        while i < text.count {
            guard Digits.isGroup(at: i, text) else {
                i += 1
                continue
            }
            if let end = NumberForms.any(at: i, text, hasCode: hasCode) {
                i = end
                continue
            }
            let groups = groups(from: i, text, hasCode: hasCode)
            i = groups.last!.upperBound
            for (part, number) in apart(groups, text).enumerated() {
                spans += numbers(of: number, text, hasCode: hasCode, isRest: part > 0)
            }
        }
        return spans
    }

    /// The groups of digits that may be one number.
    private static func groups(from start: Int, _ text: [Unicode.Scalar], hasCode: Bool) -> [Range<Int>] {
        var groups: [Range<Int>] = [], start = start, digits = 0, isList = false
        while true {
            let end = Digits.endOfGroup(start, text)
            groups.append(start..<end)
            digits += end - start
            guard let next = Joints.next(after: end, text) else { return groups }
            let joint = text[end..<next]
            if joint.contains(where: Joints.isSpace) {
                if NumberForms.any(at: next, text, hasCode: hasCode) != nil { return groups }
                if Joints.isOfList(joint) {
                    // A whole number, and another one.
                    if digits >= 5, !isList { return groups }
                    isList = true
                }
            }
            start = next
        }
    }

    /// Separate numbers with a space between them: none is longer than a card's 16 digits.
    private static func apart(_ groups: [Range<Int>], _ text: [Unicode.Scalar]) -> [[Range<Int>]] {
        var numbers: [[Range<Int>]] = [], digits = 0, end = 0
        for group in groups {
            if numbers.isEmpty || digits + group.count > 16 && text[end..<group.lowerBound].contains(where: Joints.isSpace) {
                numbers.append([])
                digits = 0
            }
            numbers[numbers.count - 1].append(group)
            digits += group.count
            end = group.upperBound
        }
        return numbers
    }

    /// - Parameter isRest: whether a number of 16 digits stands before it, with a space between
    ///   them: both may be one.
    private static func numbers(
        of groups: [Range<Int>], _ text: [Unicode.Scalar], hasCode: Bool, isRest: Bool
    ) -> [PersonalSpan] {
        let lengths = groups.map(\.count), digits = lengths.reduce(0, +)
        let isApart = zip(groups, groups.dropFirst()).contains {
            text[$0.upperBound..<$1.lowerBound].contains(where: Joints.isSpace)
        }
        let fewest =
            if isRest { 1 } else if hasCode { 4 } else { isApart ? 7 : 5 }
        if digits >= fewest, !NumberForms.isDate(groups, text) {
            let range = groups[0].lowerBound..<groups.last!.upperBound
            // 900101-1234567, or without the dash.
            if digits == 13, lengths.count == 1 || lengths == [6, 7] {
                return [PersonalSpan(kind: .number, range: range, isSecret: true)]
            }
            return [PersonalSpan(kind: .number, range: range, kept: prefix(digits, text[range.lowerBound]))]
        }
        return groups.filter { $0.count >= 5 }.map { PersonalSpan(kind: .number, range: $0) }
    }

    /// 010-, 02-: the prefix of a phone number; 1 of a Chinese mobile number.
    private static func prefix(_ digits: Int, _ first: Unicode.Scalar) -> Int {
        let first = Digits.value(first)
        if first == 0, (9...11).contains(digits) { return 3 }
        return first == 1 && digits == 11 ? 2 : 0
    }

    /// Accounts as IBAN (ISO 13616) behind the country: two letters, two digits, up to 30 letters
    /// and digits, in groups of four or in one.
    static func accounts(in text: [Unicode.Scalar]) -> [PersonalSpan] {
        var spans: [PersonalSpan] = [], i = 0
        while i + 4 < text.count {
            guard isCapital(text[i]), isCapital(text[i + 1]), i == 0 || !isAlphanumeric(text[i - 1]), isDigit(text[i + 2]),
                isDigit(text[i + 3])
            else {
                i += 1
                continue
            }
            var end = i, signs = 0
            while end < text.count, signs < 34 {
                let next = signs > 0 && signs % 4 == 0 && Joints.isSpace(text[end]) ? end + 1 : end
                guard next < text.count, isAlphanumeric(text[next]), !ScalarTraits.of(text[next]).isLowercase else { break }
                end = next + 1
                signs += 1
            }
            let range = i + 2..<end
            if signs >= 15, text[range].count(where: isDigit) >= 8 {
                // With other check digits the word is another feature; they tell the account all
                // the same.
                spans.append(PersonalSpan(kind: .number, range: range, isSecret: true))
            }
            i = max(end, i + 1)
        }
        return spans
    }

    static func isDigit(_ scalar: Unicode.Scalar) -> Bool { scalar.isASCII && Digits.isDigit(scalar) }

    static func isCapital(_ scalar: Unicode.Scalar) -> Bool { ("A"..."Z").contains(scalar) }

    static func isAlphanumeric(_ scalar: Unicode.Scalar) -> Bool {
        isDigit(scalar) || isCapital(scalar) || ("a"..."z").contains(scalar)
    }
}
