import Foundation
import Testing

@testable import GroupSecurity

struct EncodingTests {
  @Test("base 64 is as Foundation's with the other alphabet, for every length")
  func base64() {
    var chance = Chance(1)
    for count in 0...70 {
      let bytes = chance.bytes(count)
      let expected = Data(bytes).base64EncodedString()
        .replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
        .replacingOccurrences(of: "=", with: "")
      let text = Base64URL.text(bytes)
      #expect(text == expected)
      #expect(Base64URL.bytes(text[...]) == bytes)
    }
  }

  @Test("text that base 64 does not write is refused")
  func strictBase64() {
    for text in ["A", "AAAAA", "AB", "AA=", "AA==", "AAA+", "AA A", "ÄAAA"] {
      #expect(Base64URL.bytes(text[...]) == nil, "\(text)")
    }
  }

  @Test("the checksum is CRC-16/CCITT-FALSE")
  func checksum() { #expect(Checksum16.of(Array("123456789".utf8)) == 0x29B1) }

  @Test("fields come back, and unknown ones of every kind are passed over")
  func fields() throws {
    var writer = FieldWriter()
    writer.add(1, [1, 2, 3])
    writer.add(2, UInt64.max)
    writer.add(3, [])
    writer.add(3, [9])
    writer.add(900, [UInt8](repeating: 0, count: 300))
    let fixed: [UInt8] = [0x21, 1, 2, 3, 4, 5, 6, 7, 8, 0x2D, 1, 2, 3, 4]
    let reader = try FieldReader(writer.bytes + fixed)
    #expect(try reader.bytes(1) == [1, 2, 3] && reader.bytes(1, count: 3).count == 3)
    #expect(try reader.number(2) == .max)
    #expect(reader.all(3) == [[], [9]])
    #expect(try reader.optional(8) == nil)
    #expect(throws: FieldError.self) { try reader.bytes(3) }
    #expect(throws: FieldError.self) { try reader.bytes(1, count: 4) }
    #expect(throws: FieldError.self) { try reader.bytes(8) }
    #expect(throws: FieldError.self) { try reader.number(1) }
  }

  @Test("bytes that are no fields are refused")
  func noFields() {
    let odd: [[UInt8]] = [
      [0], [2, 0], [0x0A], [0x0A, 1], [0x0A, 0x81, 0], [0x08], [0x08, 0x80], [0x0B], [0x0C], [0x0F],
      [0x09, 1], [0x0D, 1, 2, 3], [0x0A] + [UInt8](repeating: 0xFF, count: 9) + [1],
      [UInt8](repeating: 0xFF, count: 20),
    ]
    for bytes in odd { #expect(throws: FieldError.self, "\(bytes)") { try FieldReader(bytes) } }
  }

  @Test("1,024 fields are read and one more is refused")
  func fieldLimit() throws {
    let fields = [UInt8]((0..<FieldReader.fieldsMax).flatMap { _ in [8, 1] as [UInt8] })
    _ = try FieldReader(fields)
    #expect(throws: FieldError.self) { try FieldReader(fields + [8, 1]) }
  }

  @Test("codes are the same only where every bit is") func sameness() {
    var chance = Chance(9)
    for _ in 0..<50 {
      let code = chance.bytes(16)
      #expect(areSame(code, code))
      for flipped in code.flips { #expect(!areSame(code, flipped)) }
      #expect(!areSame(code, Array(code.dropLast())))
    }
  }
}
