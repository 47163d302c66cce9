// Store: Korean names before titles: 김가람님, 김가람 고객님, 김가람 씨, 김가람 귀하.

enum HangulNames {
    /// Titles, which come before 님 and after a name.
    private static let titles: [[Unicode.Scalar]] = """
        고객 회원 선생 사장 손님 여러분 교수 부장 과장 차장 대리 팀장 실장 국장 원장 소장 점장 대표 이사 기사 목사 신부 감독 작가 의원 변호사 판사 검사
        학생 학부모 보호자 구매자 판매자 수령인 예금주 계약자 가입자 이용자 사용자 당첨자 대상자 신청자 입주자 환자 조합원 임직원 매니저 파트너
        형 누나 아버 어머 부모 할머 할아버 이모 고모 아드 며느 주인 하느 하나 예수 스 도련 서방 어르신 집사 권사 장로 님
        회장 차주 점주 건물주 세대주 주주 예금주 담당자 관리자 작성자 구독자 독자 투자자 이용객 수험생 졸업생 재학생 선배 후배 동문 총무 이장 통장 반장 조장
        단장 센터장 본부장 지점장 지사장 학장 총장 교장 교감 간호사 약사 세무사 설계사 상담사 상담원 임차인 임대인 장인 장모 주민 입주민 이웃 블로거 팬 해 달 별
        참가자 지원자 합격자 수강생 교인 성도 전도사 수녀 동기 친구 애기 공주 왕자 여왕 천사 기자 영감 대통령 형수 하늘 라이더 호스트 게스트 셀러 바이어 유저 닉네임 예비맘 기장
        우수 단골 신규 우량
        """.split(whereSeparator: \.isWhitespace).map { Array($0.unicodeScalars) }
    /// Titles that are given names too: 하늘님 is heaven, 정하늘님 a person.
    private static let givenNames = ["하늘", "별"].map { Array($0.unicodeScalars) }
    private static let surnames = ScalarSet(
        "김이박최정강조윤장임한오서신권황안송전홍유고문양손배백허남심노하곽성차주우구나민진지엄채원천방공현함변염여추도소석선설마길연위표명기반라왕금옥육인맹제모탁국어은편용"
            .unicodeScalars)
    private static let longSurnames = ["남궁", "황보", "제갈", "선우", "독고", "사공", "서문"].map { Array($0.unicodeScalars) }
    /// Words that begin with a surname.
    private static let general: Set<String> = [
        "소중한", "성실한", "고마운", "반가운", "정다운", "유일한", "최우수", "최고의", "전체의", "장기간", "주요한", "이러한", "이상의", "정회원", "안전한",
        "우리의", "현명한", "신규의", "이용중", "모든분", "사랑의", "기존의", "진정한", "조용한", "유능한", "소액의", "원하는", "구매한", "이용한", "주문한",
        "신청한", "방문한", "선정된", "가입한", "신청자", "이용자", "구매자", "주문자", "장애인", "이웃집", "조합원", "임직원", "여성이", "안내문", "정기주",
    ]
    /// Ends of words that are verbs and the like: 인하여 고객님.
    private static let endings = [
        "하여", "하신", "으신", "시는", "시던", "하던", "셨던", "는", "을", "에", "많은", "같은", "높은", "좋은", "적은", "받은", "남은", "찾은",
    ].map { Array($0.unicodeScalars) }

    static func find(in text: [Unicode.Scalar]) -> [PersonalSpan] {
        text.indices.compactMap { i in
            switch text[i] {
            case "님": beforeNim(i, text)
            case "씨": isEnd(i + 1, text) ? name(endingAt: i, text) ?? behindSpace(i, text) : nil
            case "귀": i + 1 < text.count && text[i + 1] == "하" && isEnd(i + 2, text) ? behindSpace(i, text) : nil
            default: nil
            }
        }
    }

    private static func beforeNim(_ end: Int, _ text: [Unicode.Scalar]) -> PersonalSpan? {
        let start = NameRun.start(before: end, text, limit: 8, isSyllable), run = text[start..<end]
        if run.isEmpty { return isEnd(end + 1, text) ? behindSpace(end, text) ?? inBrackets(end, text) : nil }
        if let title = titles.filter({ run.suffix($0.count).elementsEqual($0) }).max(by: { $0.count < $1.count }) {
            let titleStart = end - title.count
            if titleStart == start + 1, surnames.contains(text[start]), givenNames.contains(title) {
                return PersonalSpan(kind: .name, range: start..<end)
            }
            return titleStart > start ? name(endingAt: titleStart, text) : behindSpace(titleStart, text)
        }
        return (2...4).contains(end - start) ? PersonalSpan(kind: .name, range: start..<end) : nil
    }

    private static func behindSpace(_ end: Int, _ text: [Unicode.Scalar]) -> PersonalSpan? {
        end > 0 && text[end - 1] == " " ? name(endingAt: end - 1, text) : nil
    }

    /// [홍길동]님, and 홍길동(고객)님.
    private static func inBrackets(_ end: Int, _ text: [Unicode.Scalar]) -> PersonalSpan? {
        guard end > 0, text[end - 1] == "]" || text[end - 1] == ")" else { return nil }
        let start = NameRun.start(before: end - 1, text, limit: 4, isSyllable)
        guard start > 0, text[start - 1] == (text[end - 1] == "]" ? "[" : "(") else { return nil }
        let isTitle = titles.contains { text[start..<end - 1].elementsEqual($0) }
        return name(endingAt: isTitle ? start - 1 : end - 1, text)
    }

    /// A surname and two syllables: shorter words are too often no names.
    private static func name(endingAt end: Int, _ text: [Unicode.Scalar]) -> PersonalSpan? {
        let start = NameRun.start(before: end, text, limit: 4, isSyllable), run = text[start..<end]
        let isName =
            run.count == 3 && surnames.contains(text[start]) && !general.contains(String(run))
            && !endings.contains { run.suffix($0.count).elementsEqual($0) }
            || run.count == 4 && longSurnames.contains { run.starts(with: $0) }
        return isName ? PersonalSpan(kind: .name, range: start..<end) : nil
    }

    private static func isEnd(_ i: Int, _ text: [Unicode.Scalar]) -> Bool {
        i >= text.count || !isSyllable(text[i]) || "가는의에와를께".unicodeScalars.contains(text[i])
    }

    private static func isSyllable(_ scalar: Unicode.Scalar) -> Bool { (0xAC00...0xD7A3).contains(scalar.value) }
}
