// Store: the words around names in Latin script, all in lower case.

enum LatinNameWords {
    /// Words before a name.
    static let greetings = words(
        """
        dear hi hello hey mr mrs ms miss mister dr prof
        hola estimado estimada querido querida señor señora señorita sr sra srta don doña
        bonjour bonsoir salut cher chère monsieur madame mademoiselle mme mlle
        hallo herr herrn frau liebe lieber geehrte geehrter
        olá ola oi prezado prezada caro cara senhor senhora
        sayın sayin sn merhaba selam sevgili
        yth bapak bpk ibu pak sdr sdri saudara saudari kak kakak mbak halo hai tuan nyonya
        chào chao anh chị ông bà em gửi gui khách khach
        """)
    /// Greetings that are abbreviated with a dot. Behind the others a dot ends a sentence.
    static let withDot = words("mr mrs ms dr prof sr sra srta sn yth sdr sdri bpk")
    /// Greetings that are usual words in lower case: don't miss, hoa don, cara daftar, está caro.
    static let onlyWithCapital = words("miss don doña cara caro dr")
    /// Greetings only right behind a Vietnamese one: Kính gửi cô Lan. Elsewhere they are other
    /// words, such as the Portuguese em.
    static let behindVietnamese = words("em chi ong ba co cô chú bác")
    static let mayGreet = greetings.union(behindVietnamese)
    static let vietnamese = words("chào chao gửi gui anh chị ông bà em chi ong ba")
    /// The language, not a man: tiếng Anh.
    static let languages = words("tiếng tieng")
    /// Words in lower case inside a name: Frau von der Heide.
    static let particles = words(
        "von vom van der den zu zum zur de da do dos das del della di du la le los y e bin binti binte ibn al el ter ten af av")
    /// Between two names.
    static let conjunctions = words("and und et ve dan và va &")
    /// Names that are usual words as well. They are names before another name: Dear Will Smith.
    static let alsoNames = words("will may hope joy happy love mark summer winter")
    /// Usual words that are names behind another one, at the end of a salutation: Jonathan Black.
    static let alsoSurnames = words("black best good winter summer holder driver gift joy love hope day friday")
    /// Usual words that go on a Vietnamese name: Nguyễn Quốc Khánh, but Anh Quốc.
    static let middleNames = words("quốc quoc công cong")
    /// Words after a name: Ayşe Hanım.
    static let titles = words("hanım hanim bey beyefendi hanımefendi")
    static let firstsOfTitles = ScalarSet("hHbB")

    /// Whom a message to many greets. A name may follow: Dear Customer John Smith.
    static let groups = words(
        """
        customer customers sir madam user users member members friend friends client clients student students parent parents guest
        guests subscriber subscribers team colleague colleagues resident residents passenger passengers tenant
        tenants applicant candidate candidates winner winners taxpayer taxpayers consumer consumers beneficiary shopper shoppers
        cardmember cardholder cardholders holder holders policyholder shareholder shareholders employee employees staff voter voters
        investor investors driver drivers homeowner homeowners merchant merchants partner partners owner owners citizen
        citizens seller sellers buyer buyers traveller travelers traveler learner learners doctor teacher teachers patient patients
        player players gamer gamers lover lovers lady ladies gentleman gentlemen guys folks neighbour neighbours neighbor neighbors
        reader readers viewer viewers fan fans visitor visitors donor donors participant participants trader traders patron patrons flyer borrower depositor payee recipient alumni

        cliente clientes usuario usuaria usuarios amigo amiga amigos socio socia socios contribuyente contribuyentes afiliado afiliada
        asegurado asegurada titular pasajero pasajera vecino vecina vecinos padres alumno alumnos ganador ganadora equipo familia
        propietario ciudadano ciudadana trabajador trabajadora suscriptor paciente conductor

        abonné abonnée adhérent adhérente adhérents voisin voisine voisins assuré assurée mesdames messieurs locataire contribuable
        gagnant gagnante usager lecteur

        kunde kundin kunden kundinnen nutzer nutzerin mitglied mitglieder eltern freunde leute gäste gast kollegen kolleginnen leser
        leserin mieter mieterin versicherter versicherte fahrgäste fahrgast anwohner bürger bürgerin gewinner gewinnerin nachbar
        nachbarn teilnehmer teilnehmerin besucher schüler steuerzahler inhaber partner

        contribuinte contribuintes associado associada associados morador moradores assinante ganhador aluno alunos condômino usuário
        usuária segurado segurada beneficiário beneficiária gente galera

        müşterimiz musterimiz müşterilerimiz musterilerimiz müşteri musteri abonemiz abone üyemiz uyemiz üye veli velimiz velilerimiz
        öğrenci öğrenciler öğrencilerimiz misafirimiz misafir vatandaş vatandaşımız vatandaşlarımız vatandas mükellef mükellefimiz
        yetkili yolcumuz yolcu arkadaşlar arkadaşım dostlar dostum hastamız kullanıcı kullanıcımız sigortalımız esnafımız

        pelanggan nasabah member rekan peserta pemilik wali sobat teman bunda pengguna pembeli penjual penerima warga mitra murid
        karyawan mahasiswa siswa orangtua pemenang
        """)
    /// Groups that are written small behind a company: Dear Example customer.
    static let customers = words(
        "customer customers user users member members subscriber client cliente clientes kunde kunden nasabah pelanggan müşterimiz"
    )
    /// Words that may stand between a greeting and a name as well: Hi there Jonathan.
    static let beforeNames = groups.union(words("there all everyone everybody khách khach bạn ban"))
    /// What is offered, last of its words: Hello Wonderful Sale today.
    static let goods = words(
        """
        sale sales offer offers deal deals entry bonus points discount discounts collection chance gift gifts draw loan loans coupon coupons
        voucher vouchers menu credit tickets ticket rewards reward shoes spins pizza promo promotion promotions cashback prize prizes
        news friday monday tuesday wednesday thursday saturday sunday christmas easter party event events delivery
        oferta ofertas rebajas descuento descuentos colección promoción promociones soldes angebot angebote ausverkauf rabatt rabatte
        gutschein promoção desconto descontos indirim indirimi fırsat fırsatlar kampanya kampanyası diskon hadiah kuota pulsa mãi giá
        """)
    /// Other words after a greeting that are no names: mostly beginnings of sentences.
    private static let beginnings = words(
        """
        valued iban mum mom mommy dad daddy mama papa love honey sweetheart darling dearest buddy bro babe
        i im we you your yours how its it just this that what the please can are do did does is have has had thank thanks welcome congratulations
        congrats get got enjoy happy good great our my me a an in on for to from of with and or if as at by be was were will would now new no not
        call click reply use up hope here today tomorrow tonight sms lord may let send text visit still why when where who
        big free huge special exclusive double extra last final limited flash mega super premium black hot weekend summer winter
        claim win save buy join order shop play earn lucky account card bank policy msg message important urgent notice reminder alert
        world universe pepper only don every both more most best next first never always again also but so then
        cheap daily fresh crazy massive amazing biggest latest instant quick easy hurry grab season cash money home personal crypto casino
        amazon netflix paypal whatsapp google apple facebook vodafone airtel paytm dhl fedex ups sbi hdfc
        ref amt inw go uve ive youve youre were director update

        señores su sus tu tus te se ya le les la el los las un una hemos tienes tiene gracias este esta por para con que hoy recuerda
        gran grandes nueva nuevo feliz mamá papá buenos buenas aprovecha gana compra últimos últimas banco correos

        votre vos vous nous notre une merci ceci ce cet cette il elle je voici tout tous toutes client cliente maman grande nouveau nouvelle
        joyeux bonne profitez gagnez

        zusammen damen und sie ihr ihre ihren ihnen ihrem der die das den dem wir ich du dein deine deinem es ein eine heute bitte danke am im
        hier welt grüße grüsse gruesse gruß großer große neue neuer frohe jetzt mutti vati schatz

        sua seu suas seus você voce obrigado obrigada tudo bom boa não nao sr sra mãe mae pai promoção novo ganhe aproveite correios meu minha diretor confirmado

        değerli siparişiniz kargonuz hesabınız bugün size büyük yeni kargo şimdi

        anda kamu bapak ibu bpk sdr sdri saudara saudari semua mohon terima selamat kami yth spesial besar pos daftar klik bayar cek beli
        ketik dapatkan apa mengenai trims slmt norek simcard pt

        quý quy anh chị ông bà em các cac cả mọi chào hàng hang vui xin mừng mung sạn san quốc ngữ ngu già rịa nà hè khuyến giảm chủ shop
        shopee bpjs kartu cong quoc công tổng tong phụ cư gtgt rs inr
        """)
    static let general = beforeNames.union(goods).union(beginnings)

    private static func words(_ list: String) -> Set<String> { Set(list.split(whereSeparator: \.isWhitespace).map(String.init)) }
}
