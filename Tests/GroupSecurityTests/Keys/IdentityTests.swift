import Testing

@testable import GroupSecurity

struct IdentityTests {
  private func bytes(_ hex: String) -> [UInt8] {
    stride(from: 0, to: hex.count, by: 2).compactMap {
      UInt8(hex.dropFirst($0).prefix(2), radix: 16)
    }
  }

  @Test("a seed gives the key pair of RFC 8032, test 2, and its signature verifies")
  func knownKey() throws {
    let seed = bytes("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb")
    let identity = try #require(Identity(seed: seed))
    #expect(
      identity.publicKey
        == bytes("3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c"))
    let known = bytes(
      "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
        + "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00")
    #expect(Identity.verify(known, of: [0x72], by: identity.publicKey))
    let signature = try identity.sign([1, 2, 3])
    #expect(Identity.verify(signature, of: [1, 2, 3], by: identity.publicKey))
  }

  @Test("any other signature, text or key fails")
  func refuses() throws {
    let identity = try #require(Identity(seed: [UInt8](repeating: 1, count: 32)))
    let other = try #require(Identity(seed: [UInt8](repeating: 2, count: 32)))
    let signature = try identity.sign([1])
    #expect(!Identity.verify(signature, of: [2], by: identity.publicKey))
    #expect(!Identity.verify(signature, of: [1], by: other.publicKey))
    for index in signature.indices {
      var flipped = signature
      flipped[index] ^= 1
      #expect(!Identity.verify(flipped, of: [1], by: identity.publicKey))
    }
    for count in [0, 1, 31, 33, 63, 65, 1_000] {
      let odd = [UInt8](repeating: 7, count: count)
      #expect(!Identity.verify(odd, of: [1], by: identity.publicKey))
      #expect(!Identity.verify(signature, of: [1], by: odd))
      #expect(Identity(seed: odd) == nil)
    }
  }

  @Test("printing an identity gives nothing away")
  func silent() throws {
    let identity = try #require(Identity(seed: [UInt8](repeating: 1, count: 32)))
    #expect("\(identity)" == "an identity")
  }
}
