// Texts that differ in numbers and links alone have one hash, and others do not.

@testable import Statistics
import Testing

@Suite struct MaskedHashTests {
    @Test(arguments: [
        ("Your code is 4821.", "Your code is 77.", true), ("Your code is 4821.", "Your code was 4821.", false),
        ("pay at win.example/a now", "pay at http://gold.example now", true), ("pay at A1B2 now", "pay at x9 now", true),
        ("See you. Bye", "See you. bye", false), ("Done.", "Gone.", false), ("...and so", "...but so", false),
        ("코드 123456 입니다", "코드 99 입니다", true), ("验证码123456，请勿", "验证码9，请勿", true), ("验证码1，请勿", "检验码1，请勿", false),
        ("12 34", "12", false), ("", " ", false),
    ])
    func numbersAndLinksDoNotCount(one: String, other: String, isSame: Bool) {
        #expect((maskedHash(one) == maskedHash(other)) == isSame)
    }
}
