import Testing

@testable import easel

@Suite struct TicketInputTests {
  /// The arguments with an asterisk for each byte of a ticket.
  private func hidden(_ arguments: [String]) -> [String] {
    var bytes: [UInt8] = arguments.flatMap { Array($0.utf8) + [0] }
    for range in TicketInput.ranges(in: bytes) {
      for index in range { bytes[index] = UInt8(ascii: "*") }
    }
    return bytes.split(separator: 0, omittingEmptySubsequences: false).dropLast().map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  @Test(
    "A ticket in the arguments is found in each form that Easel reads",
    arguments: [
      (["easel", "join", "easel://a#b"], ["easel", "join", "easel://***"]),
      (["easel", "easel://a#b"], ["easel", "easel://***"]),
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
    "Other arguments stay as they are",
    arguments: [
      [], [""], ["easel"], ["easel", "join", "-"], ["easel", "easel:/", "/x", "easel://"],
    ])
  func leaves(arguments: [String]) {
    #expect(hidden(arguments) == arguments)
  }
}
