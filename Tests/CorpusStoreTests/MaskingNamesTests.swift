// Masking of names: behind salutations and before titles, and what only looks like one.

import SpamFilter
import Testing

@testable import CorpusStore

@Suite struct MaskingNamesTests {
    /// Text, names that must be gone, what must stay.
    private static let names: [(text: String, gone: [String], kept: [String])] = [
        ("홍길동 고객님 안녕하세요", ["홍길동"], [" 고객님 안녕하세요"]), ("홍길동고객님, 홍길동님", ["홍길동"], ["고객님, ", "님"]),
        ("정하늘님 예약입니다", ["정하늘"], ["님 예약입니다"]), ("하늘님, 정사장님", [], ["하늘님, 정사장님"]),
        ("남궁민수 회원님", ["남궁민수"], [" 회원님"]), ("홍길동 씨께 / 홍길동 귀하", ["홍길동"], [" 씨께 / ", " 귀하"]),
        ("소중한 고객님, 우수 회원님, 모든 고객님, 오늘 날씨, 부모님", [], ["소중한 고객님, 우수 회원님, 모든 고객님, 오늘 날씨, 부모님"]),
        ("田中様 ご利用ありがとうございます", ["田中"], ["様 ご利用"]), ("佐藤 健太 様、林さん", ["佐藤", "健太", "林"], [" 様、", "さん"]),
        ("スズキ様", ["スズキ"], ["様"]), ("お客様、皆様、同様に、会員様、様子", [], ["お客様、皆様、同様に、会員様、様子"]),
        ("王芳您好，欢迎", ["王芳"], ["您好，欢迎"]), ("恭喜王女士中奖", ["王"], ["恭喜", "女士中奖"]), ("尊敬的王芳：您好", ["王芳"], ["尊敬的", "：您好"]),
        ("尊敬的欧阳小明先生", ["欧阳", "小明"], ["尊敬的", "先生"]), ("親愛的陳美玲您好", ["陳美玲"], ["親愛的", "您好"]),
        ("尊敬的客户您好，顾客您好，各位女士，尊敬的车主", [], ["尊敬的客户您好，顾客您好，各位女士，尊敬的车主"]),
        ("Dear John Smith, hi", ["John", "Smith"], ["Dear ", ", hi"]),
        ("Dear Mr.Weller your", ["Weller"], ["Dear Mr.", " your"]),
        ("DEAR JOHN SMITH YOUR BILL", ["JOHN", "SMITH"], ["DEAR ", " YOUR BILL"]),
        ("Hi Anne-Marie O'Neil! ok", ["Anne", "Marie", "Neil"], ["Hi ", "-", "! ok"]),
        ("Hi J. Weller, ok", ["J.", "Weller"], [". ", ", ok"]),
        ("Hello There. Hi Your order. Dear Customer", [], ["Hello There. Hi Your order. Dear Customer"]),
        ("Estimada María Pérez, su", ["María", "Pérez"], ["Estimada ", ", su"]), ("Hola Tu pedido", [], ["Hola Tu pedido"]),
        ("Chère Zoé Lefèvre, votre", ["Zoé", "Lefèvre"], ["Chère ", ", votre"]),
        ("Bonjour Votre colis", [], ["Bonjour Votre colis"]),
        ("Sehr geehrte Frau Müller, Ihre", ["Müller"], ["geehrte Frau ", ", Ihre"]),
        ("Hallo Max Ihre Rechnung", ["Max"], [" Ihre Rechnung"]),
        ("Olá João Silva, seu", ["João", "Silva"], ["Olá ", ", seu"]), ("Prezado Cliente", [], ["Prezado Cliente"]),
        ("Sayın Ayşe Yılmaz, kargonuz", ["Ayşe", "Yılmaz"], ["Sayın ", ", kargonuz"]),
        ("Ayşe Hanım merhaba", ["Ayşe"], [" Hanım merhaba"]),
        ("Sayın müşterimiz, Değerli üyemiz", [], ["Sayın müşterimiz, Değerli üyemiz"]),
        ("Bpk/Ibu Siti, paket", ["Siti"], ["Bpk/Ibu ", ", paket"]),
        ("Yth. Bapak Budi Santoso", ["Budi", "Santoso"], ["Yth. Bapak "]),
        ("Yth. Nasabah, Halo Kak", [], ["Yth. Nasabah, Halo Kak"]),
        ("Kính gửi anh Nguyễn Văn Bình, đơn", ["Nguyễn", "Văn", "Bình"], ["Kính gửi anh ", ", đơn"]),
        ("Chào chị Lan, quý khách vui lòng", ["Lan"], ["Chào chị ", ", quý khách vui lòng"]),
    ]

    @Test func namesBehindSalutationsAreReplaced() {
        let masker = Masker(Masking(seed: 7))
        for (text, gone, kept) in MaskingNamesTests.names + MaskingNamesTests.forms {
            let masked = masker.masked(Message(body: text)).body
            for word in gone { #expect(!masked.contains(word), "\(text) -> \(masked)") }
            for word in kept { #expect(masked.contains(word), "\(text) -> \(masked)") }
            #expect(masked.unicodeScalars.count == text.unicodeScalars.count)
            #expect(masked.filter { $0.isUppercase }.count == text.filter { $0.isUppercase }.count)
        }
    }

    /// Rarer forms: endings for both genders, groups before a name, two names, without marks.
    private static let forms: [(text: String, gone: [String], kept: [String])] = [
        ("Prezado(a) Belmiro Falcão, seu", ["Belmiro", "Falcão"], ["Prezado(a) ", ", seu"]),
        ("Estimado/a Leticia Quiroga, su", ["Leticia"], ["Estimado/a "]),
        ("Sr(a). Belmiro Falcão, seu", ["Belmiro"], ["Sr(a). "]),
        ("Sehr geehrte(r) Gundula Zwingli", ["Gundula", "Zwingli"], ["geehrte(r) "]),
        ("Cher(e) Océane, votre", ["Océane"], ["(e) "]),
        ("Hi there Jonathan", ["Jonathan"], ["Hi there "]),
        ("Dear Customer Jonathan Quimby, hi", ["Jonathan", "Quimby"], ["Dear Customer "]),
        ("Sehr geehrter Kunde Ottokar Bärmann,", ["Ottokar", "Bärmann"], ["Kunde "]),
        ("Hi Jonathan and Rosalind, ok", ["Jonathan", "Rosalind"], [" and ", ", ok"]),
        ("HI JONATHAN & ROSALIND YOUR PARCEL", ["JONATHAN", "ROSALIND"], [" & ", " YOUR PARCEL"]),
        ("Hi Jonathan your parcel", ["Jonathan"], ["Hi ", " your parcel"]),
        ("Hello, Jonathan Quimby! ok", ["Jonathan", "Quimby"], ["Hello, ", "! ok"]),
        ("Hola, María Pérez\nsu cita", ["María", "Pérez"], ["Hola, ", "\nsu cita"]),
        ("Don Ramiro, su mesa", ["Ramiro"], ["Don ", ", su mesa"]), ("Hi Will Smith, ok", ["Will", "Smith"], ["Hi "]),
        ("Dear Jonathan Black, ok", ["Jonathan", "Black"], ["Dear ", ", ok"]),
        ("Anh Nguyễn Quốc Khánh, đơn", ["Nguyễn", "Quốc", "Khánh"], ["Anh ", ", đơn"]),
        ("Kinh gui ong NGUYEN VAN HUNG", ["NGUYEN", "VAN", "HUNG"], ["Kinh gui ong "]),
        ("Anh/Chi NGUYEN THI HANH", ["NGUYEN", "THI", "HANH"], ["Anh/Chi "]), ("Chào bạn Tuyết", ["Tuyết"], ["Chào bạn "]),
        ("Chào em Lan, đơn", ["Lan"], ["Chào em "]), ("em Hương nhé", ["Hương"], ["em ", " nhé"]),
        ("Kính gửi cô Lan, đơn", ["Lan"], ["gửi cô "]),
        ("[홍길동]님, 홍길동(고객)님", ["홍길동"], ["[", "]님, ", "(고객)님"]), ("김지은 고객님", ["김지은"], [" 고객님"]),
        ("佐藤健太郎様", ["佐藤", "健太郎"], ["様"]), ("尊敬的 王芳 女士，您好", ["王芳"], ["尊敬的 ", " 女士，您好"]),
        ("尊敬的客户王芳：您的", ["王芳"], ["尊敬的客户", "：您的"]), ("您好王芳，快递", ["王芳"], ["您好", "，快递"]), ("王女士您好", ["王"], ["女士您好"]),
        ("ถึง คุณสมชาย ใจดี", ["สมชาย", "ใจดี"], ["ถึง คุณ"]), ("สวัสดีค่ะคุณสมหญิง", ["สมหญิง"], ["สวัสดีค่ะคุณ"]),
    ]

    @Test(arguments: [
        "Entrega em São Paulo hoje", "EM NOME DE ANA", "Descontos em TODA LOJA", "hoa don GTGT dau vao", "Ban co don SHOPEE moi",
        "hoc tiếng Anh Giao Tiếp", "Chào Mừng bạn", "Anh Quốc, Kính gửi Công ty", "Khách Sạn Mường",
        "Hello, Big Sale this weekend", "Hello, Netflix: your payment failed", "Hola, Gran Oferta hoy",
        "Hello, Amazon Prime for you",
        "Hello Big Sale this weekend", "Hi Wonderful Sale 50% off", "Dear Example User, recharge", "Dear Example customer, hi",
        "Hello Daily menu and Hi Cheap shoes",
        "Dear Example Bank Customer, hi",
        "Dear Winner, Dear Taxpayer, Dear Consumer, Dear Beneficiary, Dear Shopper, Dear Cardmember",
        "Dear Customer Big Sale today",
        "Estimado Contribuyente, Hola Mamá, Prezado Morador, Cher Adhérent", "Sayın Vatandaş, Sayın Mükellef",
        "Yth Peserta BPJS, iuran",
        "Lieber Leser, Liebe Grüße Oma", "Hi I'm sue",
        "Don't miss Big Sale", "cara Daftar di web", "Está caro Demais", "a/c dr Rs 258 trf", "Miss World final",
        "I said hi. Bring milk", "Say hello. Meeting at five", "online hai. Video call", "for him. Dear. Bring",
        "คำนึงถึงคุณภาพสินค้า", "เรียน คุณภาพดี", "สวัสดี คุณชนะรางวัล", "ส่งถึงคุณเร็วที่สุด", "สวัสดี คุณสามารถรับสิทธิ์พิเศษ",
        "您好，周五，见", "您好，车险：到期", "您好！钱包，余额", "您好周末，", "产品经理，客户经理，公司客户经理", "新款女士鞋", "安装师傅", "扫老师码", "主管医生",
        "冬季女士外套", "导致车辆延误", "致富秘诀", "尊敬的客户金卡，", "高考您好",
        "회장님, 차주님, 담당자님, 구독자님, 수험생님, 선배님", "문제로 인하여 고객님께", "최근 이용한 고객님", "조건에 맞는 고객님", "[공지사항]님",
        "企業様、株主様、学生さん、店長さん、差出人さま、スタッフさん",
    ])
    func whatOnlyLooksLikeANameStays(text: String) {
        #expect(Masker(Masking(seed: 7)).masked(Message(body: text)).body == text)
    }

    /// How long a megabyte takes is asked by Tests/Hostile.
    @Test func namesAreFoundInTitlesOfAnyNumber() {
        for text in [String(repeating: "님", count: 3000), String(repeating: "王先生先生", count: 1000)] {
            #expect(PersonalSpans.names(in: Array(text.unicodeScalars)).count < 30_000)
        }
    }
}
