import Testing

@testable import SpamFilter

@Suite struct HostKeyTests {
    private func key(_ host: String) -> HostKey? {
        var reader = HostReader(), host = host
        return host.withUTF8 { reader.key(of: $0) }
    }

    @Test(arguments: [
        "SHOP.Example", " shop.example ", "shop.example.", ".shop.example", "*.shop.example", "ｓｈｏｐ．ｅｘａｍｐｌｅ", "shop。example",
        "shop.exаmple", "sho\u{200B}p.example", "shóp.example", "xn--shp-hna.example",
    ])
    func alikeIsOne(_ host: String) throws {
        #expect(try #require(key(host)).value == key("shop.example")?.value)
    }

    @Test(arguments: [
        ("shop.example", true), ("WIN-88.example", true), ("shop.exаmple", false), ("shóp.example", false),
        ("sho\u{301}p.example", false),
        ("xn--shp-hna.example", false), ("ｓhop.example", false), ("sho\u{200B}p.example", false), ("가게.example", false),
        ("sh&#111;p.example", false), ("*.shop.example", true), (" shop.example. ", true), ("shop。example", false),
        ("*.shоp.example", false),
    ])
    func onlyASCIIIsPlain(_ row: (String, Bool)) throws { #expect(try #require(key(row.0)).isPlain == row.1) }

    @Test(arguments: [
        "", " ", ".", "..", "a..example", "a b.example", "https://a.example", "a.example/path", "a.example:80", "a_b.example",
        "*", "a*b.example", "# remark", String(repeating: "a.", count: 200),
    ])
    func othersAreNoHosts(_ text: String) { #expect(key(text) == nil) }

    @Test func aHostHasTheKeysOfItsParents() throws {
        var reader = HostReader(), keys: [UInt64] = []
        var text = "www.shop-2.co.example"
        let whole = try #require(text.withUTF8 { reader.key(of: $0) })
        reader.forEachKey { keys.append($0) }
        #expect(keys == ["example", "co.example", "shop-2.co.example", "www.shop-2.co.example"].map { key($0)?.value })
        #expect(whole.labels == 4 && keys.last == whole.value)
    }

    @Test func differentHostsHaveDifferentKeys() {
        var reader = HostReader(), seen: Set<UInt64> = []
        for i in 0..<20_000 {
            var host = "a\(i % 100).b\(i / 100).example"
            if let key = host.withUTF8({ reader.key(of: $0) }) { seen.insert(key.value) }
        }
        #expect(seen.count == 20_000)
    }

    /// By a program in Python that gives the published vector of SipHash-2-4: fixes the format.
    @Test func hashesAreThoseOfTheFormat() {
        var hash = ScalarHash(.host)
        for scalar in "elpmaxe".unicodeScalars { hash.add(scalar.value) }
        #expect(hash.value == key("example")?.value)
        #expect(hash.value == 0xA6E0_B9B2_9B00_8C35)
        #expect(SenderNumberTests.key("MyBank") == 1_111_622_550_701_478)
    }
}
