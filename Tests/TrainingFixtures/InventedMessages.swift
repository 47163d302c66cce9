// A small corpus of invented messages: every label there is, in the languages that the project
// reads.

import LabeledMessages
import SpamFilter
import Statistics

import SpamTraining

package enum InventedMessages {
    package static let all: [LabeledMessage] = table.flatMap { label, texts in
        texts.map { LabeledMessage(Message(body: $0, sender: sender[label]), Label(label)!, source: "invented") }
    }

    /// The senders of some kinds; the others have none.
    private static let sender = ["junk": "+447700900123", "transaction/finance": "HARBANK", "promotion/offers": "TEALSHOP"]

    private static let table: [(label: String, texts: [String])] = [
        (
            "allow",
            [
                "Are you still coming over for dinner tonight?", "Mum says the cat came back, call her when you can",
                "Running ten minutes late, start without me", "오늘 저녁에 시간 되면 같이 밥 먹자", "엄마가 김치 가져가라고 하셔 언제 올래?",
                "今天晚上一起吃饭吗？我在楼下等你", "明日の待ち合わせは駅前で大丈夫？", "Did you feed the dog before you left?",
            ]
        ),
        (
            "junk",
            [
                "You WON a prize! Claim now at http://lucky-claim.example/win",
                "URGENT: verify your account or lose it http://verify-now.example",
                "Claim your free gift card now, tap http://gift.example/claim", "[국제발신] 해외결제 완료 본인 아닐시 즉시 문의 http://call.example",
                "무료 체험 당첨! 지금 바로 클릭 http://win.example/kr", "恭喜您中奖了，立即点击领取 http://prize.example/cn",
                "【重要】口座が停止されました。今すぐ確認 http://stop.example/jp",
                "Final notice: claim your refund today http://refund.example",
            ]
        ),
        (
            "promotion",
            ["Teal Shop news: the summer catalogue is here", "틸샵 소식: 여름 카탈로그가 나왔습니다", "Teal Shop news: meet us at the fair"]
        ),
        (
            "promotion/others",
            [
                "Teal Shop survey: tell us how we did", "Rate your visit to Teal Shop in one minute", "틸샵 만족도 조사에 참여해 주세요",
            ]
        ),
        (
            "promotion/offers",
            [
                "Teal Shop: 20% off all shoes this weekend only", "Sale! Half price coats at Teal Shop until Sunday",
                "(광고) 틸샵 주말 한정 전 품목 20% 할인 무료수신거부 0800000000",
                "【青店】周末全场八折，退订回T",
            ]
        ),
        (
            "promotion/coupons",
            [
                "Your Teal Shop coupon code TEAL10 expires soon", "Coupon for you: 5 off with code HELLO5",
                "(광고) 틸샵 쿠폰 코드 TEAL10 곧 만료 무료수신거부 0800000000",
            ]
        ),
        (
            "transaction",
            ["Harbour Bank service notice, nothing to do", "하버 안내: 서비스 점검이 있습니다", "Harbour notice about your service"]
        ),
        ("transaction/others", ["Your verification code is 482913", "인증번호 [482913]를 입력해 주세요", "您的验证码是482913，请勿告诉他人"]),
        (
            "transaction/finance",
            [
                "Harbour Bank: 54.20 paid by card ending 1234, balance 310.00",
                "Harbour Bank: salary of 1200.00 credited to account ending 9876",
                "[하버은행] 출금 54,000원 잔액 310,000원", "【港湾银行】您尾号1234的卡消费54.20元，余额310元",
            ]
        ),
        (
            "transaction/orders",
            [
                "Your parcel will arrive between 2 and 4 pm", "Order 5521 has been shipped and arrives tomorrow",
                "고객님의 택배가 오늘 2시에 도착 예정입니다",
            ]
        ),
        (
            "transaction/reminders",
            ["Reminder: your appointment is on Friday at 9", "Reminder: library books are due on Monday", "예약 알림: 금요일 9시 방문 예정"]
        ),
        (
            "transaction/health",
            ["Your test results are ready at Elm Clinic", "Elm Clinic: flu vaccine available from October", "느릅의원 검진 결과가 나왔습니다"]
        ),
        (
            "transaction/weather",
            [
                "Weather warning: heavy rain until midnight", "[기상청] 호우주의보 외출을 자제해 주세요",
                "Weather warning: strong wind on the coast",
            ]
        ),
        ("transaction/carrier", ["You have used 80% of your data plan", "Roaming is on, data costs apply", "데이터를 80% 사용하셨습니다"]),
        ("transaction/rewards", ["You earned 120 points, total 840", "포인트 120점 적립, 총 840점", "120 points expire this month"]),
        (
            "transaction/publicServices",
            ["City hall: water is off on Elm Street on Tuesday", "시청: 화요일 느릅길 단수 안내", "City hall: register to vote by May"]
        ),
    ]
}

/// Trains on messages, with the settings changed as asked.
package func train(
    _ messages: [LabeledMessage], card: ModelCard = ModelCard(), _ change: (inout TrainingSettings) -> Void = { _ in }
)
    throws -> TrainedModel
{
    var settings = TrainingSettings()
    change(&settings)
    return try TrainedModel(training: messages, settings, card: { _ in card })
}

/// Opens a model's bytes and has them looked at.
package func withModel<R>(_ bytes: [UInt8], _ body: (ModelView) throws -> R) throws -> R {
    try bytes.withUnsafeBytes { try body(ModelView($0)) }
}

package func verdicts(_ model: TrainedModel, _ messages: [LabeledMessage]) throws -> [Verdict] {
    try withModel(model.bytes) { view in
        var classifier = Classifier(view)
        return messages.map { classifier.classify($0.message) }
    }
}
