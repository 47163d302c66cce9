// Store: Thai names behind a greeting and a title: เรียน คุณสมชาย ใจดี.

enum ThaiNames {
    private static let greetings = list("เรียน สวัสดี")
    /// A greeting at the start of a line; elsewhere a preposition.
    private static let to = list("ถึง")
    /// What may stand between a greeting and a title.
    private static let particles = list("ค่ะ คะ ครับ ท่าน")
    private static let titles = list("คุณ นางสาว นาง นาย น.ส.")
    /// What begins a word that is no name: customer, member, you, we, the company, please, and
    /// verbs.
    private static let general = list(
        """
        ลูกค้า สมาชิก ท่าน ทุก ผู้ คุณ เรา ทาง บริษัท ธนาคาร ร้าน กรุณา โปรด ขอ ได้ จะ มี ยัง คือ ต้อง สามารถ ยอด พัสดุ สินค้า รหัส ครบ วัน บัตร บัญชี ชำระ ตาม
        รับ นักเรียน ผล เพื่อน ครู และ ที่ นี่ นี้ แล้ว กำลัง อยาก สนใจ เพื่อ สำหรับ เมื่อ หาก เลข ใน
        ภาพ ค่า สมบัติ แม่ พ่อ ประโยชน์ ธรรม ชนะ เป็น ไม่ เหลือ ผ่าน ถูก เคย ใช้ ซื้อ สั่ง สมัคร เร็ว ก็ คน ลอง พร้อม เลือก ทำ ไป มา อยู่ กับ จ้าง กสมาคม หมอ กู้ อนุมัติ เพิ่ง อาจ เก็บ
        """)

    private static func list(_ words: String) -> [[Unicode.Scalar]] {
        words.split(whereSeparator: \.isWhitespace).map { Array($0.unicodeScalars) }
    }

    static func find(in text: [Unicode.Scalar]) -> [PersonalSpan] {
        var spans: [PersonalSpan] = [], i = 0
        while i < text.count {
            let end = isThai(text[i]) ? greeting(at: i, text) : nil
            if let end, let name = name(behind: end, text) {
                spans += name.map { PersonalSpan(kind: .name, range: $0) }
                i = name.last!.upperBound
            } else {
                i = end ?? i + 1
            }
        }
        return spans
    }

    private static func greeting(at i: Int, _ text: [Unicode.Scalar]) -> Int? {
        let isStart = i == 0 || text[i - 1] == "\n"
        return word(of: greetings, at: i, text) ?? (isStart ? word(of: to, at: i, text) : nil)
    }

    /// The given name, and the surname behind a space.
    private static func name(behind greeting: Int, _ text: [Unicode.Scalar]) -> [Range<Int>]? {
        var i = greeting
        if let end = word(of: particles, at: i, text) { i = end }
        guard let title = word(of: titles, at: behindSpace(i, text), text) else { return nil }
        let first = behindSpace(title, text)
        guard let given = run(from: first, text, most: 12) else { return nil }
        let second = behindSpace(given.upperBound, text)
        guard second > given.upperBound, let family = run(from: second, text, most: 16) else { return [given] }
        return [given, family]
    }

    /// A run of Thai as long as a name, that begins as one. Longer runs are sentences.
    private static func run(from start: Int, _ text: [Unicode.Scalar], most: Int) -> Range<Int>? {
        let end = start + text[min(start, text.count)...].prefix(most + 1).prefix(while: isThai).count
        guard (2...most).contains(end - start), word(of: general, at: start, text) == nil else { return nil }
        return start..<end
    }

    private static func behindSpace(_ i: Int, _ text: [Unicode.Scalar]) -> Int {
        i < text.count && Joints.isSpace(text[i]) ? i + 1 : i
    }

    private static func word(of words: [[Unicode.Scalar]], at i: Int, _ text: [Unicode.Scalar]) -> Int? {
        guard i < text.count else { return nil }
        return words.first { text[i...].starts(with: $0) }.map { i + $0.count }
    }

    /// Letters and marks, neither digits nor the sign of the baht.
    private static func isThai(_ scalar: Unicode.Scalar) -> Bool {
        (0xE01...0xE3A).contains(scalar.value) || (0xE40...0xE4E).contains(scalar.value)
    }
}
