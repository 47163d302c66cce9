// Overlay files for the tests: opened, damaged and sealed again, and messages to learn.

import Testing

@testable import SpamFilter

/// The file with its checksum made right, as an attacker would make it.
func sealedOverlay(_ file: [UInt8]) -> [UInt8] {
    var file = file
    guard file.count >= OverlayLayout.headSize else { return file }
    let checksum = file.withUnsafeBytes { Checksum.of($0, besides: OverlayLayout.checksum) }
    file.replaceSubrange(OverlayLayout.checksum..<OverlayLayout.checksum + 4, with: little(UInt64(checksum), 4))
    return file
}

/// What opening says of a file; `nil` when it opens.
func overlayError(_ file: [UInt8]) -> OverlayError? {
    do throws(OverlayError) {
        _ = try PersonalOverlay(bytes: file)
        return nil
    } catch {
        return error
    }
}

/// An overlay of these counts in every slot, with a right checksum.
func overlay(junk: UInt8, wanted: UInt8, examples: (junk: Int, wanted: Int)) throws -> PersonalOverlay {
    var file = PersonalOverlay(TokenizerSettings()).bytes
    file.replaceSubrange(OverlayLayout.junkExamples..<OverlayLayout.wantedExamples, with: little(UInt64(examples.junk), 2))
    file.replaceSubrange(OverlayLayout.wantedExamples..<OverlayLayout.checksum, with: little(UInt64(examples.wanted), 2))
    for slot in 0..<OverlayLayout.slots {
        file[OverlayLayout.junkCounters + slot] = junk
        file[OverlayLayout.wantedCounters + slot] = wanted
    }
    return try PersonalOverlay(bytes: sealedOverlay(file))
}

/// Messages of a few kinds, written for these tests.
enum OwnMessages {
    /// Variants of one scam.
    static let parcels = (1...9).map {
        Message(
            body: "Your parcel \(4300 + 7 * $0) waits at the depot. Pay the customs fee of \($0).90 at depot-pay.example/\($0)k")
    }
    /// What a person gets else.
    static let wanted = [
        "Are we still on for dinner tonight? I could be there at eight.", "Your code is 482913. Do not share it with anyone.",
        "Mum called, she asks whether you bring the cake on Sunday.", "Payment of 23.40 at Corner Bakery. Balance 1,204.11.",
        "The dentist expects you on Tuesday at 9:30. Reply C to confirm.",
        "Running late, the train stands still. Start without me!",
        "Thanks for yesterday, the kids had a lot of fun :)", "Your order 55120 was shipped and arrives tomorrow before noon.",
        "내일 회의 시간이 오후 세 시로 바뀌었어요. 자료 부탁드려요.", "Can you send me the address of the new flat please",
    ].map { Message(body: $0) }
    static let scams = [
        "Free gold! Answer now and win 5000 today", "You won the lottery of the week, claim at win.example/now",
        "Cheap loans without any check, call 010-1234-0000", "오늘 대출 승인 지금 바로 신청하세요",
    ].map { Message(body: $0) }
}
