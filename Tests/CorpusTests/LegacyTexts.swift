// Invented messages in the languages that have encodings of their own, for LegacyEncodingTests.

/// Five beginnings and eight ends, which give forty messages.
struct LegacyTexts: Sendable {
    let language: String
    /// By their names in iconv(3).
    let encodings: [String]
    private let beginnings, ends: [String]

    private init(_ language: String, _ encodings: String, _ beginnings: String, _ ends: String) {
        self.language = language
        self.encodings = encodings.split(separator: " ").map(String.init)
        self.beginnings = beginnings.split(separator: "|").map(String.init)
        self.ends = ends.split(separator: "|").map(String.init)
        precondition(self.beginnings.count == 5 && self.ends.count == 8, language)
    }

    /// Different messages, from the one of a number on.
    func messages(_ count: Int, from first: Int) -> [String] {
        (first..<first + count).map { "\(beginnings[$0 % 5]) \(ends[$0 % 8])" }
    }

    static let all = [
        LegacyTexts(
            "tr", "WINDOWS-1254 ISO-8859-9 CP857",
            "Yarın akşam görüşürüz,|Sayın müşterimiz,|Kargonuz şubeye ulaştı:|Annem soruyor,|Doğrulama kodunuz hazır,",
            "bağış için teşekkürler|ödemeniz gecikmiştir|yağmur yağıyor şimdi|çocuklar iyileşti mi|ışığı açık bırakma|şifreyi kimseyle paylaşmayın|üç gün içinde başvurun|öğleden sonra geliyorum"
        ),
        LegacyTexts(
            "pl", "WINDOWS-1250 ISO-8859-2 CP852 MAC-CENTRALEUROPE",
            "Cześć, jutro się spotkamy,|Szanowny kliencie,|Twoja przesyłka dotarła:|Babcia się martwi,|Hasło zostało zmienione,",
            "proszę oddzwonić wieczorem|dług należy spłacić|zajęcia są odwołane|kup też śmietanę i główkę sałaty|łącze wygasło|nie podawaj nikomu kodu, będzie źle|wieź wózek ostrożnie|weź leki na ból gardła"
        ),
        LegacyTexts(
            "cs", "WINDOWS-1250 ISO-8859-2 CP852 MAC-CENTRALEUROPE",
            "Ahoj, uvidíme se večer,|Vážený zákazníku,|Balíček čeká na poště:|Děda říká,|Heslo bylo změněno,",
            "prosím, zavolejte zpět|dluh je třeba zaplatit|výuka odpadá kvůli sněhu|kup ještě švestky a řepu|platnost odkazu končí zítra|kód nikomu nesdělujte|přivez i náhradní klíč|běž brzy spát, ať nejsi unavená"
        ),
        LegacyTexts(
            "hu", "WINDOWS-1250 ISO-8859-2 CP852 MAC-CENTRALEUROPE",
            "Szia, este találkozunk,|Tisztelt ügyfelünk,|Csomagja a postán vár:|Apa üzeni,|A jelszót megváltoztattuk,",
            "kérem, hívjon vissza később|a tartozást rendezni kell|elmarad az óra a hó miatt|vegyél még tejfölt és zöldséget|a kód öt percig érvényes|ne adja meg senkinek, se telefonon|hozd el a könyvemet is|jövő héten költözünk, segítenél?"
        ),
        LegacyTexts(
            "ro", "WINDOWS-1250 ISO-8859-2 CP852",
            "Salut, ne vedem diseară,|Stimate client,|Coletul aşteaptă la poştă:|Tata zice,|Parola a fost schimbată,",
            "vă rugăm să sunaţi înapoi|datoria trebuie plătită până sâmbătă|orele s-au anulat din cauza zăpezii|mai ia şi smântână, roşii şi brânză|legătura expiră mâine dimineaţă|nu spuneţi nimănui codul|adu şi cartea împrumutată|săptămâna viitoare ne mutăm"
        ),
        LegacyTexts(
            "hr", "WINDOWS-1250 ISO-8859-2 CP852",
            "Bok, vidimo se večeras,|Poštovani kupče,|Paket čeka u pošti:|Tata kaže,|Lozinka je promijenjena,",
            "molimo nazovite kasnije, hvala što čekate|dug treba platiti do četvrtka|nastava se otkazuje zbog snijega, javi učenicima|kupi još vrhnje, češnjak i žemlje|poveznica više ne vrijedi, tražite novu|ne šaljite nikome šifru|donesi i knjigu što sam ti dao, važno je|idući tjedan selimo, možeš li pomoći?"
        ),
        LegacyTexts(
            "ru", "WINDOWS-1251 KOI8-R ISO-8859-5 CP866",
            "Привет, увидимся вечером,|Уважаемый клиент,|Заказ ждёт вас на почте:|Папа говорит,|Пароль изменён,",
            "перезвоните, пожалуйста|долг нужно погасить до пятницы|занятия отменены из-за снега|купи ещё сметану и зелень|ссылка больше не действует|не говорите код никому|захвати мою книгу|на следующей неделе переезжаем"
        ),
        LegacyTexts(
            "uk", "WINDOWS-1251 KOI8-U",
            "Привіт, побачимось увечері,|Шановний клієнте,|Замовлення чекає на пошті:|Тато каже,|Пароль змінено,",
            "передзвоніть, будь ласка|борг треба сплатити до п'ятниці|заняття скасовано через сніг|купи ще сметану й зелень|посилання вже не діє|не кажіть код нікому|візьми із собою мою книжку|наступного тижня переїжджаємо"
        ),
        LegacyTexts(
            "bg", "WINDOWS-1251",
            "Здравей, ще се видим вечерта,|Уважаеми клиенти,|Поръчката чака в пощата:|Татко казва,|Паролата е сменена,",
            "моля, обадете се по-късно|дългът трябва да се плати до петък|часовете се отменят заради снега|купи още сметана и зеленчуци|връзката вече не работи|не казвайте кода на никого|донеси и моята книга|другата седмица се местим"
        ),
        LegacyTexts(
            "el", "WINDOWS-1253 ISO-8859-7 CP737",
            "Γεια σου, τα λέμε το βράδυ,|Αγαπητέ πελάτη,|Η παραγγελία περιμένει:|Ο μπαμπάς λέει,|Ο κωδικός άλλαξε,",
            "παρακαλώ καλέστε ξανά|η οφειλή πρέπει να εξοφληθεί|τα μαθήματα ακυρώνονται λόγω χιονιού|πάρε και λίγα χόρτα|ο σύνδεσμος έληξε χθες|μην τον πείτε σε κανέναν|φέρε και το βιβλίο μου|την άλλη εβδομάδα μετακομίζουμε"
        ),
        LegacyTexts(
            "he", "WINDOWS-1255 CP862", "היי, ניפגש הערב,|לקוח יקר,|המשלוח ממתין בדואר:|אבא אומר,|הסיסמה שונתה,",
            "נא להתקשר שוב מאוחר יותר|יש לשלם את החוב עד יום שישי|השיעורים בוטלו בגלל השלג|תקנה גם גבינה וירקות|הקישור כבר לא בתוקף|אל תגלה את הקוד לאיש|תביא גם את הספר שלי|בשבוע הבא אנחנו עוברים דירה"
        ),
        LegacyTexts(
            "ar", "WINDOWS-1256 ISO-8859-6",
            "مرحبا، نلتقي هذا المساء،|عميلنا العزيز،|الطرد ينتظر في البريد،|أبي يقول،|تم تغيير كلمة المرور،",
            "يرجى الاتصال مرة أخرى|يجب دفع الدين قبل الجمعة|ألغيت الدروس بسبب الثلج|اشتر أيضا الجبن والخضار|انتهت صلاحية الرابط|لا تخبر أحدا بالرمز|أحضر كتابي معك|سننتقل في الأسبوع القادم"
        ),
        LegacyTexts(
            "fa", "WINDOWS-1256", "سلام، امشب مي بينمت،|مشتري گرامي،|سفارش شما در پست است،|پدر مي گويد،|گذرواژه تغيير کرد،",
            "لطفا دوباره تماس بگيريد|بدهي را تا جمعه بپردازيد|کلاس ها به خاطر برف تعطيل شد|پنير و سبزي هم بخر|پيوند ديگر کار نمي کند|کد را به کسي نگوييد|کتاب مرا هم بياور|هفته آينده اسباب کشي داريم"
        ),
        LegacyTexts(
            "th", "CP874", "สวัสดี เจอกันคืนนี้|เรียนลูกค้า|พัสดุของคุณรออยู่|พ่อบอกว่า|เปลี่ยนรหัสผ่านแล้ว",
            "กรุณาโทรกลับภายหลัง|ต้องชำระหนี้ภายในวันศุกร์|งดเรียนเพราะฝนตกหนัก|ซื้อผักกับไข่มาด้วย|ลิงก์หมดอายุแล้ว|อย่าบอกรหัสกับใคร|เอาหนังสือของฉันมาด้วย|อาทิตย์หน้าเราจะย้ายบ้าน"
        ),
        LegacyTexts(
            "vi", "WINDOWS-1258",
            "Chào bạn, tối nay gặp nhé,|Kính gửi quý khách,|Bưu kiện đang chờ ở bưu điện:|Bố bảo,|Mật khẩu đã được đổi,",
            "vui lòng gọi lại sau|khoản nợ phải trả trước thứ sáu|lớp học nghỉ vì trời mưa to|mua thêm rau và trứng nữa|đường dẫn đã hết hạn|đừng nói mã cho ai biết|nhớ mang theo quyển sách của tớ|tuần sau nhà mình chuyển đi"
        ),
        LegacyTexts(
            "ja", "EUC-JP CP932", "こんばんは、夜に会いましょう。|お客様へ。|荷物が郵便局に届いています。|父の話では、|暗証番号が変わりました。",
            "あとで電話してください|金曜日までにお支払いください|雪のため授業は休みです|野菜と卵も買ってきて|このリンクは期限切れです|番号を誰にも教えないで|私の本も持ってきてね|来週引っ越します"),
        LegacyTexts(
            "ko", "CP949", "안녕, 오늘 밤에 보자.|고객님께 알립니다.|우체국에 소포가 있습니다.|아빠가 그러시는데|비밀번호가 바뀌었습니다.",
            "나중에 다시 전화해 주세요|금요일까지 갚아야 합니다|눈 때문에 수업이 없어요|채소와 달걀도 사 와|링크가 만료되었습니다|번호를 아무에게도 말하지 마세요|내 책도 가져와|다음 주에 이사해요"),
        LegacyTexts(
            "zh-Hans", "GB18030", "你好，今晚见面吧。|尊敬的客户，|包裹在邮局等您领取。|爸爸说，|密码已经修改。",
            "请稍后再打电话|欠款请在星期五之前还清|因为下雪，今天不上课|再买点青菜和鸡蛋|链接已经过期|不要把号码告诉别人|把我的书也带来|下个星期我们搬家"),
        LegacyTexts(
            "zh-Hant", "BIG5-HKSCS", "你好，今晚見面吧。|親愛的客戶，|包裹在郵局等您領取。|爸爸說，|密碼已經更改。",
            "請稍後再打電話|欠款請在星期五之前繳清|因為下雨，今天不上課|再買點青菜和雞蛋|連結已經過期|不要把號碼告訴別人|把我的書也帶來|下個星期我們搬家"),
        LegacyTexts(
            "fr", "WINDOWS-1252 ISO-8859-15 MACINTOSH CP850",
            "Salut, à ce soir après le dîner,|Cher client privilégié,|Votre colis est arrivé :|Papa répète,|Le mot de passe a été changé,",
            "merci de rappeler dès que possible|la dette doit être réglée|les cours sont annulés à cause de la neige|achète du lait et de la crème fraîche|le délai expire à midi, dépêchez-vous|ne révélez ce numéro à personne|ramène aussi le vélo prêté l'été passé|on déménage en février, tu m'aiderais là-bas ?"
        ),
        LegacyTexts(
            "de", "WINDOWS-1252 MACINTOSH CP850 CP437",
            "Hallo, wir hören uns später,|Sehr geehrter Käufer,|Ihr Päckchen ist unterwegs nach München:|Papa fährt früher,|Das Kennwort wurde geändert,",
            "bitte zurückrufen, es ist nötig|die Gebühr ist überfällig|der Unterricht fällt heute größtenteils aus|bring noch Käse und Brötchen für morgen früh|der Verweis ist ungültig, bitte prüfen|bestätigen Sie die Überweisung natürlich nie|hol bitte den Schlüssel für die Tür|nächste Woche räumen wir die Küche aus"
        ),
        LegacyTexts(
            "es", "WINDOWS-1252 MACINTOSH CP850 CP437",
            "¿Nos vemos mañana después del trabajo?|Señor cliente,|Su envío llegó al almacén, pasará hoy:|Papá dirá,|La contraseña cambió ayer,",
            "llámenos más tarde|aún debe pagar la pensión del niño|mañana no habrá clase en el colegio|compra también jamón y piña|el código caducará en diez días|¡no se lo diga a ningún compañero!|tráeme el paraguas, que está lloviendo aquí|el próximo año nos iremos a España"
        ),
        LegacyTexts(
            "pt", "WINDOWS-1252 MACINTOSH CP850",
            "Olá, até amanhã à noite,|Não perca a promoção,|A sua encomenda já chegou à estação:|A avó dirá,|A informação está disponível,",
            "ligue-nos, é só até às três|a prestação está em atraso|não há lição por causa da previsão|traz pão, maçãs e feijão|a ligação já não é válida|não dê o código a ninguém, atenção|também preciso do cartão da mãe|no próximo mês você terá férias então"
        ),
        LegacyTexts(
            "it", "WINDOWS-1252 MACINTOSH CP850",
            "Ciao, ci sarò più tardi perché lavoro,|Il pacco è già in città:|Papà verrà lunedì,|La novità è in negozio,|Così non potrà,",
            "però richiami più tardi|il pagamento è scaduto, perciò verrà sospeso|martedì la scuola sarà chiusa|comprerò caffè e tè|la validità è di metà mese|non lo dirò né a te né a lui|porterà giù la bici, è là|giovedì andrò all'università"
        ),
        LegacyTexts(
            "sv", "WINDOWS-1252 MACINTOSH CP850 CP437",
            "Hej, vi hörs på söndag,|Bästa kund, er räkning är försenad,|Pappa säger så här:|Försändelsen väntar på ert ombud,|Lösenordet är ändrat,",
            "ring gärna när du får tid|skulden måste betalas nästa vecka|lektionen är inställd på grund av snön|köp även ägg och grönsaker|länken gäller två dagar till|lämna aldrig ut din kod på nätet|ta med böckerna jag lånade dig förra året|vi flyttar härnäst i höst, kan du hjälpa oss?"
        ),
        LegacyTexts(
            "is", "WINDOWS-1252 CP850",
            "Sæl, við sjáumst á þriðjudaginn,|Kæri viðskiptavinur,|Sendingin bíður á pósthúsinu:|Pabbi segir að,|Lykilorðinu var breytt,",
            "hringdu þegar þú hefur tíma|það þarf að borga skuldina|skólinn er lokaður vegna veðurs|kauptu líka brauð og mjólk|hlekkurinn er útrunninn síðan í gær|ekki láta neinn fá númerið þitt|komdu með bókina sem ég lánaði þér|við flytjum í næstu viku, geturðu hjálpað?"
        ),
        LegacyTexts(
            "et", "WINDOWS-1257 ISO-8859-15 CP775",
            "Tere, näeme õhtul pärast tööd,|Hea klient, võlg on tähtaja ületanud,|Pakk ootab sõpra väljas:|Isa ütleb nädala pärast,|Salasõna on vahetatud, täname,",
            "palun helistage hiljem, kõik on hästi|õpetaja jäi täna haigeks|osta veel mune, kõrvitsat ja köögivilja|viide ei tööta enam, küsige uut|ärge öelge koodi võõrale|võta kaasa ka minu jõulukingitus|järgmisel nädalal kolime üle jõe|köök läheb õhtuks lõplikult lukku"
        ),
        LegacyTexts(
            "lt", "WINDOWS-1257 ISO-8859-13 CP775",
            "Labas, pasimatysim vakarėlyje,|Gerbiamas kliente,|Siuntinys laukia pašte:|Tėtis sako,|Slaptažodis pakeistas,",
            "prašom paskambinti vėliau|skolą reikia grąžinti iki penktadienio|pamokų šiandien nebus dėl sniego, džiaukitės|nupirk dar kiaušinių ir daržovių|nuoroda nebegalioja, kreipkitės iš naujo|niekam neatskleiskite šių skaičių|atnešk ir mano knygą, būk geras|kitą savaitę kraustomės, ar padėsi?"
        ),
        LegacyTexts(
            "lv", "WINDOWS-1257 ISO-8859-13 CP775",
            "Sveiki, tiksimies vakarā,|Cienījamais klient,|Paciņa gaida pastā:|Tētis saka,|Parole ir nomainīta,",
            "lūdzu, piezvaniet vēlāk|parāds jāsamaksā līdz piektdienai|stundas šodien nenotiks sniega dēļ|nopērc vēl olas un dārzeņus|saite vairs nedarbojas, prasiet jaunu|neatklājiet šos ciparus citiem|paņem līdzi arī manu grāmatu|nākamnedēļ pārvācamies, vai palīdzēsi?"
        ),
    ]
}
