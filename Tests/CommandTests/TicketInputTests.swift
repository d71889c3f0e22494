import CEaselSystem
import EaselBase
import Glibc
import GroupSecurity
import Testing

@testable import easel

@Suite struct TicketInputTests {
  /// The arguments with an asterisk for each byte of a ticket.
  private func hidden(_ arguments: [String]) -> [String] {
    var memory = arguments.map { strdup($0) }
    defer { for text in memory { free(text) } }
    easel_hide_tickets(Int32(memory.count), &memory)
    return memory.map { $0.map { String(cString: $0) } ?? "" }
  }

  @Test(
    "A ticket in the arguments is found in each form that Easel reads",
    arguments: [
      (["easel", "join", "easel://a#b"], ["easel", "join", "easel://***"]),
      (["easel", "easel://a#b"], ["easel", "easel://***"]),
      (["easel", "EASEL://a#b", "eEasel://a"], ["easel", "EASEL://***", "eEasel://*"]),
      (["easel", "easel join 'easel://a#b'"], ["easel", "easel join 'easel://****"]),
      (["easel", "$ easel view \"easel://a#\nb\" "], ["easel", "$ easel view \"easel://******"]),
      (
        ["easel", "play", "-", "--join=easel://a#b", "--now"],
        ["easel", "play", "-", "--join=easel://***", "--now"]
      ),
      (["easel", "easel://é#b", "", "easel://a"], ["easel", "easel://****", "", "easel://*"]),
      (["easel", "easel:// easel://a"], ["easel", "easel://**********"]),
    ])
  func finds(arguments: [String], expected: [String]) {
    #expect(hidden(arguments) == expected)
  }

  @Test(
    "Arguments without a ticket stay as they are",
    arguments: [
      [], [""], ["easel"], ["easel", "join", "-"], ["easel", "easel:/", "/x", "easel://"],
    ])
  func leaves(arguments: [String]) {
    #expect(hidden(arguments) == arguments)
  }

  @Test("The arguments are known without the file system of processes")
  func arguments() {
    var texts: UnsafePointer<UnsafeMutablePointer<CChar>?>?
    let count = Int(easel_arguments(&texts))
    #expect(count == CommandLine.arguments.count)
    #expect(ProgramArguments.all == CommandLine.arguments)
  }
}

/// The ticket in a text as mail programs, chats and narrow terminals change it.
@Suite struct PastedTicketTests {
  private func ticket() throws -> String {
    let secret = try #require(Secret(Array(repeating: 7, count: Secret.length)))
    return try Ticket(
      addresses: ["tcp://192.168.178.20:40123", "tcp://[2001:db8::1]:40123"], role: .draw,
      secret: secret, fingerprint: HostFingerprint(Bytes16(high: 9, low: 9))
    ).text
  }

  @Test("A ticket is whole only with its last character, wherever lines break it")
  func breaks() throws {
    let ticket = try ticket()
    for cut in 1..<ticket.count {
      let (start, rest) = (ticket.prefix(cut), ticket.dropFirst(cut))
      let first = PastedTicket(start + "\n")
      #expect(first?.isWhole != true, "\(cut)")
      for gap in ["\n", "\r\n", " \n   ", "\n> ", " ", "\t", "\n\n"] {
        let whole = try #require(PastedTicket(start + gap + rest))
        #expect(whole.text == ticket && whole.isWhole, "\(cut) \(gap.debugDescription)")
      }
    }
  }

  @Test("Signs and words around a ticket are dropped")
  func around() throws {
    let ticket = try ticket()
    let broken = ticket.prefix(30) + "\n  " + ticket.dropFirst(30)
    for text in [ticket, String(broken)] {
      for (before, after) in [
        ("<", ">"), ("'", "'"), ("\"", "\""), ("`", "`"), ("“", "”"), ("easel join '", "'"),
        ("$ easel view ", ""), ("Here is the ticket: ", "\nSee you!"), ("> ", "\n> Bye"),
        ("", "."), ("(", ")"), ("", " at five"), ("\n\n", "\n\nrm -rf x"),
      ] {
        let whole = try #require(PastedTicket(before + text + after))
        #expect(whole.text == ticket && whole.isWhole, "\(before) \(after)")
      }
    }
  }

  @Test("A closing sign ends a ticket that is cut off")
  func closed() throws {
    let ticket = try ticket()
    #expect(PastedTicket("<\(ticket.dropLast(3))>\n")?.isWhole == true)
    #expect(PastedTicket("\(ticket.dropLast(3))\n")?.isWhole == false)
    #expect(PastedTicket("hello") == nil && PastedTicket("") == nil)
  }
}

@Suite struct HiddenInputTests {
  private func input(_ text: String, bytesMax: Int = 100) -> (HiddenInput, [HiddenInput.Step]) {
    var input = HiddenInput(bytesMax: bytesMax)
    let steps = text.utf8.map { input.receive($0) }.filter { $0 != .none }
    return (input, steps)
  }

  @Test("Pasted lines form one text, without the paste markers")
  func pasted() {
    let (input, steps) = input("\u{1B}[200~one\r\n two\u{1B}[201~")
    #expect(String(decoding: input.text, as: UTF8.self) == "one\n\n two")
    #expect(steps == [.enter] && !input.isPasting)
    let (single, none) = self.input("\u{1B}[200~one\u{1B}[201~")
    #expect(String(decoding: single.text, as: UTF8.self) == "one" && none == [])
    #expect(self.input("\u{1B}[200~one\u{1B}[201").0.isPasting)
  }

  @Test("Keys with sequences are no text")
  func sequences() {
    for sequence in ["\u{1B}[A", "\u{1B}OA", "\u{1B}[1;5C", "\u{1B}x", "\u{1B}[3~", "\u{1B}[I"] {
      let (input, steps) = input("a\(sequence)b")
      #expect(
        String(decoding: input.text, as: UTF8.self) == "ab", "\(sequence.debugDescription)")
      #expect(steps == [])
    }
  }

  @Test("Ctrl-C is heard in every state")
  func interrupt() {
    for text in [
      "", "a", "\u{1B}", "\u{1B}[", "\u{1B}[20", "\u{1B}[200~a", "\u{1B}[200~a\u{1B}[201",
    ] {
      #expect(input(text + "\u{3}").1 == [.givenUp], "\(text.debugDescription)")
    }
  }

  @Test("The line is corrected, limited and given up as a line of a shell")
  func edited() {
    let (line, steps) = input("wrong\u{15}ab\u{7F}c\r")
    #expect(String(decoding: line.text, as: UTF8.self) == "ac\n" && steps == [.enter])
    #expect(
      input("\u{4}").1 == [.givenUp] && input("a\u{4}").1 == [] && input("\u{1A}").1 == [.suspend])
    #expect(input("abcdef", bytesMax: 3).0.text.count == 3)
  }
}
