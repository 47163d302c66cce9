// Elements of backups: what XML allows is read, and everything else is refused.

import Testing

@testable import CorpusStore

@Suite struct XMLElementTests {
    private let kept: Set = ["text", "c", "part.text", "a.b", "part.ct", "addr.address"]

    @Test(
        arguments: [
            (#"<sms body="a"/>"#, ["body": "a"], [:]),
            (#"<sms body='a "b"' type = "1" ></sms>"#, ["body": "a \"b\"", "type": "1"], [:]),
            ("<sms body=\"&lt;&#65;&#x1F600;&amp;&apos;&quot;&gt;\"/>", ["body": "<A😀&'\">"], [:]),
            // As the Android app writes emoji, and white space of attributes.
            ("<sms body=\"&#55357;&#56832;a\tb\r\nc&#10;\"/>", ["body": "😀a b c\n"], [:]),
            ("<m><text>see &amp; <![CDATA[<you> ]]></text><!-- - --><?a?><?b c?></m>", [:], ["text": "see & <you> "]),
            ("<m><a b='1'/><a b='2'/><c>x\r\ny\rz</c></m>\n", ["a.b": "2"], ["c": "x\ny\nz"]),
            (
                """
                <m><parts><part ct='image/png' text='no'/><part ct='text/plain' text='one'/><part ct='text/plain' text='null'/>
                <part ct='Text/Plain ; charset=utf-8' text='two'/></parts>
                <addr address='me' type='151'/><addr address='you' type='137'/><addr address='him' type='130'/></m>
                """,
                ["part.text": "one\ntwo", "part.ct": "text/plain\nText/Plain ; charset=utf-8", "addr.address": "you"], [:]
            ),
            ("<é:ü a-b.c='가'/>", ["a-b.c": "가"], [:]),
        ] as [(String, [String: String], [String: String])])
    func elementsAreRead(text: String, attributes: [String: String], texts: [String: String]) throws {
        let element = try #require(XMLElement(text, keeping: kept))
        #expect(element.attributes == attributes && element.texts == texts)
    }

    @Test(arguments: [
        "", " ", "text", "<", "<>", "<a", "<a>", "</a>", "<a></b>", "<a/><b/>", "<a/>text", "<a b/>", "<a b=c/>",
        "<a b='1' b='2'/>", "<a b='1'c='2'/>",
        "<a b='<'/>", "<a>&</a>", "<a>&b;</a>", "<a>&#0;</a>", "<a>&#xFFFF;</a>", "<a>&#55357;</a>", "<a>&#+5;</a>",
        "<a>&#1114112;</a>", "<a>\u{1}</a>",
        "<!DOCTYPE a><a/>", "<a><!-- </a>", "<a><![CDATA[ </a>", "<a><?b </a>", "<-a/>", "<a b='1", "<a / >",
    ])
    func everythingElseIsRefused(text: String) { #expect(XMLElement(text, keeping: kept) == nil) }

    /// A name costs its length at each use, and a key of an inner attribute that of its element.
    @Test func whatIsInsideTakesNoMoreThanIsKept() throws {
        let name = String(repeating: "n", count: 256)
        let many = (0..<1_000).map { "a\($0)=''" }.joined(separator: " ")
        let element = try #require(XMLElement("<m><\(name) \(many)>x</\(name)><text>y</text></m>", keeping: kept))
        #expect(element.attributes.isEmpty && element.texts == ["text": "y"])
        #expect(XMLElement("<m><n\(name)/></m>", keeping: kept) == nil)
    }

    /// Whatever is cut off or changed gives an element or none.
    @Test func noBytesTrap() {
        let whole = "<m a='1' b=\"&#55357;&#56832;\"><t>x &amp; <![CDATA[y]]></t><!-- z --><?a?></m>"
        for count in 0...whole.utf8.count {
            _ = XMLElement(String(decoding: whole.utf8.prefix(count), as: UTF8.self), keeping: kept)
        }
        var invented = Invented(seed: 7)
        for _ in 0..<3_000 {
            var bytes = Array(whole.utf8)
            for _ in 0...invented.next(3) {
                bytes[invented.next(bytes.count)] = Array("<>/&;#'\"=![]-?x \u{0}é".utf8)[invented.next(19)]
            }
            _ = XMLElement(String(decoding: bytes, as: UTF8.self), keeping: kept)
        }
    }
}
