import Foundation
import Testing

@testable import GroupSecurity

struct TicketTests {
  private let secret: Secret
  private let fingerprint: HostFingerprint

  init() throws {
    secret = try #require(Secret(Array(0..<32)))
    fingerprint = try #require(HostFingerprint(of: [UInt8](repeating: 7, count: 32)))
  }

  private func ticket(_ addresses: [String] = ["tcp://desk:7000"]) throws -> Ticket {
    try Ticket(addresses: addresses, role: .draw, secret: secret, fingerprint: fingerprint)
  }

  private func error(_ text: String) -> TicketError? {
    do {
      _ = try Ticket(text)
      return nil
    } catch {
      return error
    }
  }

  /// The error of a code made of these bytes and their right checksum.
  private func error(_ head: UInt8, bytes: Int = 49) -> TicketError? {
    var code = [head] + [UInt8](repeating: 3, count: bytes - 1)
    let sum = Checksum16.of(code)
    code += [UInt8(sum >> 8), UInt8(sum & 0xFF)]
    return error("easel://desk:1#" + Base64URL.text(code))
  }

  @Test("T1 · a ticket is read as it was printed, with all of its addresses")
  func roundTrip() throws {
    let addresses = [
      "tcp://[::1]:7000", "unix:///run/user/1000/Grüße, easel#1", "ssh://me@desk/@you",
    ].map { $0.replacingOccurrences(of: " ", with: "_") }
    for ticket in [try ticket(addresses), try ticket(addresses).watching, try ticket()] {
      #expect(try Ticket(ticket.text) == ticket)
      #expect(ticket.text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
      #expect(ticket.text.split(separator: "#")[1].count == 68)
    }
    #expect(Ticket.codeCharacters == 68)
    #expect(try ticket().at(["b:2"]).addresses == ["b:2"])
  }

  @Test("T1 · a known ticket has known characters")
  func known() throws {
    #expect(
      try ticket().text == "easel://tcp://desk:7000#"
        + "kQABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4fS7Bvjk46dxXSAdVz0KpCN7IJ")
  }

  @Test("T1 · a ticket that a terminal broke into lines is read")
  func brokenLines() throws {
    let text = try ticket().text
    #expect(try Ticket(" \(text.prefix(40))\r\n  \(text.dropFirst(40))\n") == ticket())
  }

  @Test("T2 · a ticket that is cut off anywhere says so")
  func cutOff() throws {
    let text = try ticket().text
    for count in 0..<text.count {
      let expected: TicketError = count < "easel://".count ? .notATicket : .cutOff
      #expect(error(String(text.prefix(count))) == expected, "\(count) characters")
    }
    #expect(error(text + "A") == .changed)
  }

  @Test("T2 · any other character in the code is found")
  func changed() throws {
    let text = Array(try ticket().text.utf8)
    let start = try #require(text.firstIndex(of: UInt8(ascii: "#"))) + 1
    for index in start..<text.count {
      for byte in UInt8(0x21)...0x7E
      where byte != text[index] && (Int(byte) + index) % 4 == 0 {
        var other = text
        other[index] = byte
        #expect(error(String(decoding: other, as: UTF8.self)) == .changed)
      }
    }
  }

  @Test("T2 · a damaged ticket is called damaged, and never of another version")
  func damaged() throws {
    let text = Array(try ticket().text)
    let start = try #require(text.firstIndex(of: "#")) + 1
    let digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    var damaged = (start..<text.count).flatMap { index in
      let (before, after) = (String(text[..<index]), String(text[(index + 1)...]))
      return [before + after]
        + ["A", "7", "_"].map { before + $0 + String(text[index]) + after }
        + digits.filter { $0 != text[index] }.map { before + String($0) + after.dropLast() }
    }
    damaged.append(String(text) + String(text))
    damaged.append(String(text) + String(text[start...]))
    for other in damaged {
      #expect([.cutOff, .changed].contains(error(other)), "\(other)")
    }
  }

  @Test("T2 · every kind of fault has its own sentence")
  func sentences() throws {
    let code = try ticket().text.split(separator: "#")[1]
    #expect(error("") == .notATicket)
    #expect(error("EASEL://a#\(code)") == nil, "RFC 3986, 3.1: the case of a scheme has no meaning")
    #expect(error("https://example.org#x") == .notATicket)
    #expect(error(String(repeating: "a", count: Ticket.textBytesMax + 1)) == .notATicket)
    #expect(error("easel://#\(code)") == .noAddress)
    #expect(error("easel://a,,b#\(code)") == .badAddress)
    #expect(error("easel://a%1#\(code)") == .badAddress)
    #expect(error("easel://a%FF#\(code)") == .badAddress)
    #expect(error("easel://a%1B[0m#\(code)") == .badAddress)
    #expect(error("easel://-oProxyCommand=x#\(code)") == .badAddress)
    #expect(error(0xA1) == .unknownVersion(2))
    #expect(error(0xF1, bytes: 60) == .unknownVersion(7))
    #expect(error(0x92) == .unknownRole)
    #expect(error(0x91) == nil)
  }

  @Test("T3 · N addresses, bytes of an address and of the text are accepted, and N + 1 refused")
  func limits() throws {
    let eight = (0..<8).map { "desk:\($0)" }
    #expect(try Ticket(ticket(eight).text).addresses == eight)
    #expect(throws: TicketError.tooManyAddresses) { try ticket(eight + ["desk:8"]) }
    let code = try ticket().text.split(separator: "#")[1]
    #expect(
      error("easel://" + (eight + ["a"]).joined(separator: ",") + "#\(code)") == .tooManyAddresses)
    let long = String(repeating: "é", count: 128)
    #expect(try Ticket(ticket([String](repeating: long, count: 8)).text).addresses.count == 8)
    #expect(throws: TicketError.badAddress) { try ticket([long + "a"]) }
    #expect(throws: TicketError.badAddress) { try ticket([""]) }
    let text = try ticket().text
    let space = String(repeating: " ", count: Ticket.textBytesMax - text.utf8.count)
    #expect(try Ticket(text + space) == ticket())
    #expect(error(text + space + " ") == .notATicket)
  }

  @Test("T4 · a view ticket is made of a draw ticket, and gives another secret that leads nowhere")
  func watching() throws {
    let draw = try ticket()
    let view = draw.watching
    #expect(view.role == .watch && view.secret != draw.secret && view.watching == view)
    #expect(view.secret == draw.viewSecret && view.viewSecret == draw.viewSecret)
    #expect(view.fingerprint == draw.fingerprint && view.addresses == draw.addresses)
    // Watching by a ticket that claims to be a draw ticket derives something else altogether.
    let forged = try Ticket(
      addresses: view.addresses, role: .draw, secret: view.secret, fingerprint: fingerprint)
    #expect(forged.viewSecret != draw.viewSecret)
  }

  @Test("T5 · no print or dump of a ticket shows its secret")
  func silent() throws {
    for ticket in [try ticket(), try ticket().watching] {
      var dumped = ""
      dump(ticket, to: &dumped)
      var texts = ["\(ticket)", String(reflecting: ticket), dumped, "\(Optional(ticket) as Any)"]
      texts.append(String(reflecting: ticket.secret))
      let code = ticket.text.split(separator: "#")[1]
      for text in texts {
        #expect(!text.contains(code.dropFirst(2).prefix(8)))
        #expect(!text.contains("\(ticket.secret.bytes[1]), \(ticket.secret.bytes[2])"))
      }
    }
    #expect("\(try ticket())" == "a ticket to draw at tcp://desk:7000")
  }

  @Test("T6 · any text is a ticket or refused", arguments: 0..<20 as Range<UInt64>)
  func fuzz(seed: UInt64) throws {
    var chance = Chance(seed)
    let texts = [try ticket().text, try ticket(["a,b", "ü#%"]).text]
    for _ in 0..<200 {
      let text = texts[Int.random(in: 0..<2, using: &chance)]
      let mangled = String(decoding: chance.mangled(Array(text.utf8)), as: UTF8.self)
      if let read = try? Ticket(mangled) {
        #expect(read.secret == secret && read.fingerprint == fingerprint)
        #expect(try Ticket(read.text) == read)
      }
    }
  }
}
