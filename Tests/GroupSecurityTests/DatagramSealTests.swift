import Testing

@testable import GroupSecurity

@Suite struct DatagramSealTests {
  private let secret: Secret

  init() throws { secret = try #require(Secret([UInt8](repeating: 7, count: Secret.length))) }

  @Test("Each end opens what the other sealed, in any order and more than once")
  func bothWays() throws {
    var (host, guest) = (DatagramSeal.ofResponder(secret), DatagramSeal.ofInitiator(secret))
    #expect(host.pathName == guest.pathName)
    let sealed = try (1...5).map { try host.sealed([UInt8($0)], under: $0) }
    for datagram in sealed.reversed() + sealed {
      let opened = try #require(guest.opened(datagram))
      #expect(opened.content == [UInt8(opened.number)])
      #expect(datagram.count == 1 + DatagramSeal.overhead)
    }
    let back = try guest.sealed([], under: 1)
    #expect(host.opened(back)?.number == 1)
  }

  @Test("A datagram that is changed at any byte, cut, or back at its sender is refused")
  func refused() throws {
    var host = DatagramSeal.ofResponder(secret)
    let guest = DatagramSeal.ofInitiator(secret)
    let datagram = try host.sealed([1, 2, 3], under: 9)
    for index in datagram.indices {
      var changed = datagram
      changed[index] ^= 1
      #expect(guest.opened(changed) == nil, "byte \(index)")
      #expect(guest.opened(Array(datagram[..<index])) == nil, "cut at \(index)")
    }
    #expect(guest.opened(datagram + [0]) == nil)
    #expect(host.opened(datagram) == nil)
  }

  @Test("The bytes of a datagram stay as they are")
  func golden() throws {
    var host = DatagramSeal.ofResponder(secret)
    let text = try host.sealed([1, 2, 3], under: 258).map { String($0, radix: 16) }
    let expected = """
      fc 45 2b 2a eb 61 ed a5 0 0 0 0 0 0 1 2 f0 bc c9 be 56 ba b6 ad c5 b8 40 b6 58 88 61 cf 4d 54 \
      a3
      """
    #expect(text.joined(separator: " ") == expected)
  }

  @Test("A number is used once")
  func once() throws {
    var host = DatagramSeal.ofResponder(secret)
    _ = try host.sealed([1], under: 2)
    for number in 0...2 as ClosedRange<UInt64> {
      #expect(throws: FrameRefusal.cryptographyFailed) { _ = try host.sealed([1], under: number) }
    }
  }

  @Test("Another link has another name and other keys")
  func separate() throws {
    let other = try #require(Secret([UInt8](repeating: 8, count: Secret.length)))
    var host = DatagramSeal.ofResponder(secret)
    let guest = DatagramSeal.ofInitiator(other)
    #expect(host.pathName != guest.pathName)
    var datagram = try host.sealed([1], under: 1)
    datagram.replaceSubrange(..<DatagramSeal.nameLength, with: guest.pathName)
    #expect(guest.opened(datagram) == nil)
  }
}
