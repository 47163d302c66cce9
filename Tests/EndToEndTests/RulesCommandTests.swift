// What rules promises: a document is checked with and without a file to write, and mistakes write
// nothing.

import Testing

@Suite struct RulesCommandTests {
    private static let good = #"{"allow":[{"sender":"MYBANK"}],"deny":[{"host":"win.example"}]}"#
    private static let covered = #"{"allow":[{"sender":"MYBANK"},{"sender":"MYBANK"}]}"#

    @Test func withoutAFileToWriteADocumentIsChecked() throws {
        let bench = try Workbench()
        try bench.write(Self.good, to: "rules.json")
        let checked = try bench.run("spamkit rules compile rules.json")
        #expect(checked.status == 0 && checked.output == "rules.json: 2 rules, 0 lists, no mistake, 0 warnings\n")
        #expect(try bench.files() == ["rules.json"])
        let piped = try bench.run("spamkit rules compile - < rules.json")
        #expect(piped.status == 0 && piped.output.contains("2 rules"), "\(piped.errors)")
        let written = try bench.run("spamkit rules compile rules.json --out r.spamrules")
        #expect(written.status == 0 && written.output.isEmpty && written.errors.contains("r.spamrules: 2 rules, 0 lists, "))
        #expect(try bench.run("spamkit rules show r.spamrules").output.hasPrefix("r.spamrules: 2 rules, 0 lists, "))
    }

    @Test func warningsAreErrorsWhereAskedFor() throws {
        let bench = try Workbench()
        try bench.write(Self.covered, to: "rules.json")
        let told = try bench.run("spamkit rules compile rules.json")
        #expect(told.status == 0 && told.output.hasSuffix(", no mistake, 1 warning\n"), "\(told.output)")
        #expect(told.errors.contains("allow[1]: never decides: allow[0]"), "\(told.errors)")
        for out in ["", " --out r.spamrules"] {
            let strict = try bench.run("spamkit rules compile rules.json --strict\(out)")
            #expect(strict.status == 1 && strict.output.isEmpty && strict.errors.contains("never decides"), "\(strict.errors)")
        }
        #expect(try bench.files() == ["rules.json"])
    }

    /// No text is a pattern, and what no message can meet never decides.
    @Test func whatLooksLikeAPatternIsWarnedOf() throws {
        let bench = try Workbench()
        for (rule, warning) in [
            (#"{"sender":"*-CTAXKR"}"#, "deny[0].sender: * stands for itself"),
            (#"{"senderPrefix":"+82%"}"#, "deny[0].senderPrefix: % stands for itself"),
            (#"{"senderSuffix":"CTAX?R"}"#, "deny[0].senderSuffix: ? stands for itself"),
            (#"{"contains":"win.*now"}"#, "deny[0].contains: .* stands for itself"),
            (#"{"word":["a","\\d{6}"]}"#, #"deny[0].word: \d stands for itself"#),
            (#"{"contains":"loan*"}"#, "deny[0].contains: * stands for itself"),
            (#"{"senderSuffix":"+82"}"#, "deny[0]: never decides: no sender ends with"),
            (#"{"senderDomain":"a.example","senderCountry":"KR"}"#, "deny[0]: never decides: no e-mail address has a country"),
            (#"{"senderDomain":"co.kr"}"#, "deny[0].senderDomain: many have hosts under this one"),
        ] {
            try bench.write(#"{"deny":[\#(rule)]}"#, to: "rules.json")
            let told = try bench.run("spamkit rules compile rules.json")
            #expect(told.status == 0 && told.errors.contains(warning), "\(rule): \(told.errors)")
            #expect(try bench.run("spamkit rules compile rules.json --strict").status == 1)
        }
        for rule in [#"{"sender":"MY-BANK_1.2&co"}"#, #"{"contains":"**win** 50% off?"}"#, #"{"word":"c++ | $5 [Web]"}"#] {
            try bench.write(#"{"deny":[\#(rule)]}"#, to: "rules.json")
            let silent = try bench.run("spamkit rules compile rules.json --strict")
            #expect(silent.status == 0, "\(rule): \(silent.errors)")
        }
    }

    @Test func aKeyThatStandsTwiceIsNamed() throws {
        let bench = try Workbench()
        try bench.write(#"{"deny":[{"contains":"majoration","contains":"rappel"}]}"#, to: "rules.json")
        let refused = try bench.run("spamkit rules compile rules.json --out r.spamrules")
        #expect(refused.status == 1 && refused.errors.contains("rules.json: expected the key deny[0].contains once"))
        #expect(try bench.files() == ["rules.json"])
    }

    @Test func mistakesAreNamedByTheirPlaces() throws {
        let bench = try Workbench()
        try bench.write(#"{"rules":[{"label":"junk","senderKind":"mobil"},{"sender":"A"}]}"#, to: "rules.json")
        let refused = try bench.run("spamkit rules compile rules.json --out r.spamrules")
        #expect(refused.status == 1 && refused.errors.contains("rules.json: rules[0].senderKind: expected one of"))
        #expect(refused.errors.contains("rules.json: rules[1].label"), "\(refused.errors)")
        #expect(try bench.files() == ["rules.json"])
    }
}
