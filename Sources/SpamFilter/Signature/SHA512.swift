// Signature: SHA-512 as in FIPS 180-4, a block at a time. In: bytes in any pieces. Out: 64 bytes.

/// A running SHA-512.
package struct SHA512 {
    /// 64 bytes in the order of the standard: the first byte is lane 0.
    package typealias Digest = SIMD64<UInt8>

    private var state = SIMD8<UInt64>(
        0x6A09_E667_F3BC_C908, 0xBB67_AE85_84CA_A73B, 0x3C6E_F372_FE94_F82B, 0xA54F_F53A_5F1D_36F1,
        0x510E_527F_ADE6_82D1, 0x9B05_688C_2B3E_6C1F, 0x1F83_D9AB_FB41_BD6B, 0x5BE0_CD19_137E_2179)
    /// The beginning of a block that is not whole yet. Vectors live on the stack, arrays would not.
    private var block: (SIMD64<UInt8>, SIMD64<UInt8>) = (.zero, .zero)
    private var filled = 0
    private var byteCount: UInt64 = 0

    private static let rounds = 80
    private static let blockSize = 128
    /// Where the length begins in the last block.
    private static let lengthOffset = 112

    package init() {}

    package static func of(_ bytes: UnsafeRawBufferPointer) -> Digest {
        var hash = SHA512()
        hash.add(bytes)
        return hash.finish()
    }

    /// - Complexity: O(bytes).
    package mutating func add(_ bytes: UnsafeRawBufferPointer) {
        byteCount &+= UInt64(bytes.count)
        var rest = bytes
        while !rest.isEmpty {
            if filled == 0, rest.count >= SHA512.blockSize {
                compress(UnsafeRawBufferPointer(rebasing: rest[..<SHA512.blockSize]))
                rest = UnsafeRawBufferPointer(rebasing: rest[SHA512.blockSize...])
                continue
            }
            let taken = min(rest.count, SHA512.blockSize - filled)
            withUnsafeMutableBytes(of: &block) { block in
                UnsafeMutableRawBufferPointer(rebasing: block[filled..<filled + taken])
                    .copyBytes(from: UnsafeRawBufferPointer(rebasing: rest[..<taken]))
            }
            filled += taken
            rest = UnsafeRawBufferPointer(rebasing: rest[taken...])
            if filled == SHA512.blockSize { compressBlock() }
        }
    }

    /// `count` zeros.
    mutating func addZeros(_ count: Int) {
        for _ in 0..<count { withUnsafeBytes(of: UInt8(0)) { add($0) } }
    }

    /// The digest of all bytes so far. The hash is of no use afterwards.
    package mutating func finish() -> Digest {
        let bits = byteCount &* 8
        withUnsafeBytes(of: UInt8(0x80)) { add($0) }
        while filled != SHA512.lengthOffset { addZeros(1) }
        // The length has 128 bits; no file has more than 64.
        addZeros(8)
        withUnsafeBytes(of: bits.bigEndian) { add($0) }
        var digest = Digest()
        withUnsafeMutableBytes(of: &digest) { digest in
            for i in 0..<8 { digest.storeBytes(of: state.lane(i).bigEndian, toByteOffset: 8 * i, as: UInt64.self) }
        }
        return digest
    }

    private mutating func compressBlock() {
        let whole = block
        withUnsafeBytes(of: whole) { compress($0) }
        filled = 0
    }

    /// The 80 rounds over one block. Names are those of the standard.
    private mutating func compress(_ block: UnsafeRawBufferPointer) {
        // On the stack.
        withUnsafeTemporaryAllocation(of: UInt64.self, capacity: SHA512.rounds) { w in
            for t in 0..<16 {
                w.initializeElement(at: t, to: UInt64(bigEndian: block.loadUnaligned(fromByteOffset: 8 * t, as: UInt64.self)))
            }
            for t in 16..<SHA512.rounds {
                let w15 = w[t &- 15], w2 = w[t &- 2]
                let sigma0 = rotated(w15, 1) ^ rotated(w15, 8) ^ w15 >> 7
                let sigma1 = rotated(w2, 19) ^ rotated(w2, 61) ^ w2 >> 6
                w.initializeElement(at: t, to: w[t &- 16] &+ sigma0 &+ w[t &- 7] &+ sigma1)
            }
            var a = state[0], b = state[1], c = state[2], d = state[3]
            var e = state[4], f = state[5], g = state[6], h = state[7]
            SHA512.k.withUnsafeBufferPointer { k in
                for t in 0..<SHA512.rounds {
                    let t1 = h &+ (rotated(e, 14) ^ rotated(e, 18) ^ rotated(e, 41)) &+ (e & f ^ ~e & g) &+ k[t] &+ w[t]
                    let t2 = (rotated(a, 28) ^ rotated(a, 34) ^ rotated(a, 39)) &+ (a & b ^ a & c ^ b & c)
                    (h, g, f, e, d, c, b, a) = (g, f, e, d &+ t1, c, b, a, t1 &+ t2)
                }
            }
            state &+= SIMD8(a, b, c, d, e, f, g, h)
        }
    }

    @inline(__always)
    private func rotated(_ word: UInt64, _ by: UInt64) -> UInt64 { word &>> by | word &<< (64 &- by) }

    /// The first 64 bits of the fractions of the cube roots of the first eighty primes.
    private static let k: [UInt64] = [
        0x428A_2F98_D728_AE22, 0x7137_4491_23EF_65CD, 0xB5C0_FBCF_EC4D_3B2F, 0xE9B5_DBA5_8189_DBBC,
        0x3956_C25B_F348_B538, 0x59F1_11F1_B605_D019, 0x923F_82A4_AF19_4F9B, 0xAB1C_5ED5_DA6D_8118,
        0xD807_AA98_A303_0242, 0x1283_5B01_4570_6FBE, 0x2431_85BE_4EE4_B28C, 0x550C_7DC3_D5FF_B4E2,
        0x72BE_5D74_F27B_896F, 0x80DE_B1FE_3B16_96B1, 0x9BDC_06A7_25C7_1235, 0xC19B_F174_CF69_2694,
        0xE49B_69C1_9EF1_4AD2, 0xEFBE_4786_384F_25E3, 0x0FC1_9DC6_8B8C_D5B5, 0x240C_A1CC_77AC_9C65,
        0x2DE9_2C6F_592B_0275, 0x4A74_84AA_6EA6_E483, 0x5CB0_A9DC_BD41_FBD4, 0x76F9_88DA_8311_53B5,
        0x983E_5152_EE66_DFAB, 0xA831_C66D_2DB4_3210, 0xB003_27C8_98FB_213F, 0xBF59_7FC7_BEEF_0EE4,
        0xC6E0_0BF3_3DA8_8FC2, 0xD5A7_9147_930A_A725, 0x06CA_6351_E003_826F, 0x1429_2967_0A0E_6E70,
        0x27B7_0A85_46D2_2FFC, 0x2E1B_2138_5C26_C926, 0x4D2C_6DFC_5AC4_2AED, 0x5338_0D13_9D95_B3DF,
        0x650A_7354_8BAF_63DE, 0x766A_0ABB_3C77_B2A8, 0x81C2_C92E_47ED_AEE6, 0x9272_2C85_1482_353B,
        0xA2BF_E8A1_4CF1_0364, 0xA81A_664B_BC42_3001, 0xC24B_8B70_D0F8_9791, 0xC76C_51A3_0654_BE30,
        0xD192_E819_D6EF_5218, 0xD699_0624_5565_A910, 0xF40E_3585_5771_202A, 0x106A_A070_32BB_D1B8,
        0x19A4_C116_B8D2_D0C8, 0x1E37_6C08_5141_AB53, 0x2748_774C_DF8E_EB99, 0x34B0_BCB5_E19B_48A8,
        0x391C_0CB3_C5C9_5A63, 0x4ED8_AA4A_E341_8ACB, 0x5B9C_CA4F_7763_E373, 0x682E_6FF3_D6B2_B8A3,
        0x748F_82EE_5DEF_B2FC, 0x78A5_636F_4317_2F60, 0x84C8_7814_A1F0_AB72, 0x8CC7_0208_1A64_39EC,
        0x90BE_FFFA_2363_1E28, 0xA450_6CEB_DE82_BDE9, 0xBEF9_A3F7_B2C6_7915, 0xC671_78F2_E372_532B,
        0xCA27_3ECE_EA26_619C, 0xD186_B8C7_21C0_C207, 0xEADA_7DD6_CDE0_EB1E, 0xF57D_4F7F_EE6E_D178,
        0x06F0_67AA_7217_6FBA, 0x0A63_7DC5_A2C8_98A6, 0x113F_9804_BEF9_0DAE, 0x1B71_0B35_131C_471B,
        0x28DB_77F5_2304_7D84, 0x32CA_AB7B_40C7_2493, 0x3C9E_BE0A_15C9_BEBC, 0x431D_67C4_9C10_0D4C,
        0x4CC5_D4BE_CB3E_42B6, 0x597F_299C_FC65_7E2A, 0x5FCB_6FAB_3AD6_FAEC, 0x6C44_198C_4A47_5817,
    ]
}
