import EaselBase
import GroupTesting
import Testing

@testable import LocalDiscovery

@Suite struct LocalDiscoveryTests {
  private static let announcement = NearbyAnnouncement(
    instance: [1, 2, 3, 4, 5, 6, 7, 8], port: 40_000, mayDraw: true,
    mark: [9, 10, 11, 12, 13, 14, 15, 255])
  private static let interface = NetworkInterface(
    address: [192, 0, 2, 1], mask: [255, 255, 255, 0])
  private static let host: [UInt8] = [192, 0, 2, 7]

  private static func named(_ number: UInt8, port: UInt16 = 40_000) -> NearbyAnnouncement {
    NearbyAnnouncement(
      instance: [UInt8](repeating: number, count: 8), port: port, mayDraw: false,
      mark: [UInt8](repeating: 1, count: 8))
  }

  private func answer(_ announcement: NearbyAnnouncement, to id: UInt16 = 77) throws -> [UInt8] {
    try #require(announcement.answer(to: NearbyAnnouncement.question(id), from: 50_000))
  }

  @Test("N1 · An announcement is read as it was written, in at most 512 bytes")
  func roundTrip() throws {
    let bytes = try answer(Self.announcement)
    #expect(bytes.count <= DNSMessage.bytesMax)
    #expect(NearbyAnnouncement.all(in: bytes, answering: 77) == [Self.announcement])
    #expect(try DNSMessage(bytes).bytes == bytes)
  }

  @Test("N1 · A program with local peers and a run of Easel do not find each other")
  func services() throws {
    let peers = NearbyAnnouncement(ofPeers: "easel", instance: Array(1...8), port: 40_000)
    let question = NearbyAnnouncement.question(77, for: .peers("easel"))
    let bytes = try #require(peers.answer(to: question, from: 50_000))
    #expect(NearbyAnnouncement.all(in: bytes, answering: 77, for: .peers("easel")) == [peers])
    #expect(NearbyAnnouncement.all(in: bytes, answering: 77).isEmpty)
    #expect(NearbyAnnouncement.all(in: bytes, answering: 77, for: .peers("other")).isEmpty)
    let own = try answer(Self.announcement)
    #expect(NearbyAnnouncement.all(in: own, answering: 77, for: .peers("easel")).isEmpty)
    let other = NearbyAnnouncement.question(1, for: .peers("other"))
    #expect(peers.answer(to: other, from: 50_000) == nil)
  }

  @Test("N1 · Changed, cut and made-up bytes are read or refused")
  func hostile() throws {
    let bytes = try answer(Self.announcement)
    for count in 0..<bytes.count {
      #expect(NearbyAnnouncement.all(in: Array(bytes.prefix(count)), answering: 77).isEmpty)
    }
    var chance = SplitMix64(seed: 5)
    for _ in 0..<20_000 {
      var mangled = bytes
      for _ in 0..<Int.random(in: 1...6, using: &chance) {
        mangled[Int.random(in: mangled.indices, using: &chance)] =
          UInt8.random(in: 0...255, using: &chance)
      }
      for found in NearbyAnnouncement.all(in: mangled, answering: 77) {
        #expect(found.port > 0 && found.instance.count == 8 && found.mark.count == 8)
      }
      _ = Self.announcement.answer(to: mangled, from: 50_000)
    }
  }

  @Test(
    "N1 · A name whose pointer leads to itself or forwards is refused, and one backwards is read")
  func pointers() throws {
    func message(_ name: [UInt8]) -> [UInt8] {
      [0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 1, 0x61, 0, 0, 12, 0, 1] + name + [0, 12, 0, 1]
    }
    #expect(throws: DNSError.self) { try DNSMessage(message([0xC0, 19])) }
    #expect(throws: DNSError.self) { try DNSMessage(message([0xC0, 40])) }
    #expect(throws: DNSError.self) { try DNSMessage(message([0x80, 0])) }
    let read = try DNSMessage(message([1, 0x62, 0xC0, 12]))
    #expect(read.questions.map(\.name) == [DNSName("a"), DNSName("b.a")])
  }

  @Test("N1 · A message of 512 bytes and 64 entries is read, and a larger one is refused")
  func limits() throws {
    let question = DNSQuestion(name: DNSName("a"), kind: 12)
    let most = DNSMessage(
      id: 1, isResponse: false, questions: Array(repeating: question, count: 64))
    #expect(try DNSMessage(most.bytes) == most)
    let more = DNSMessage(
      id: 1, isResponse: false, questions: Array(repeating: question, count: 65))
    #expect(throws: DNSError.self) { try DNSMessage(more.bytes) }
    let rest = [UInt8](repeating: 0, count: 512 - most.bytes.count)
    #expect(try DNSMessage(most.bytes + rest) == most)
    #expect(throws: DNSError.self) { try DNSMessage(most.bytes + rest + [0]) }
  }

  @Test("N2 · A run answers only a question for its service, from another port than that of mDNS")
  func answers() throws {
    let question = NearbyAnnouncement.question(3)
    #expect(Self.announcement.answer(to: question, from: 5_353) == nil)
    #expect(Self.announcement.answer(to: [], from: 50_000) == nil)
    #expect(Self.announcement.answer(to: try answer(Self.announcement), from: 50_000) == nil)
    let other = DNSMessage(
      id: 3, isResponse: false,
      questions: [DNSQuestion(name: DNSName("_ipp._tcp.local"), kind: 12)])
    #expect(Self.announcement.answer(to: other.bytes, from: 50_000) == nil)
    let unicast = DNSMessage(
      id: 3, isResponse: false,
      questions: [DNSQuestion(name: DNSName("_EASEL._tcp.LOCAL"), kind: 12, family: 0x8001)])
    let reply = try #require(Self.announcement.answer(to: unicast.bytes, from: 50_000))
    let message = try DNSMessage(reply)
    #expect(message.id == 3 && message.questions == unicast.questions)
    #expect(message.records.allSatisfy { $0.seconds <= 10 })
  }

  @Test("N2 · Each source gets one answer a second, and 256 sources are remembered")
  func limiter() {
    var limiter = AnswerLimiter()
    func at(_ milliseconds: Int64) -> Uptime { Uptime(milliseconds: milliseconds) }
    let admitted = [
      limiter.admits(Self.host, at: at(0)), limiter.admits(Self.host, at: at(999)),
      limiter.admits([192, 0, 2, 8], at: at(999)), limiter.admits(Self.host, at: at(1_000)),
    ]
    #expect(admitted == [true, false, true, true])
    var full = AnswerLimiter()
    let count = (0..<256).count { full.admits([10, 0, 0, UInt8($0)], at: at(0)) }
    #expect(count == 256)
    let more = [0, 1_000].map { full.admits([10, 0, 1, 0], at: at($0)) }
    #expect(more == [false, true])
  }

  @Test("N3 · An answer counts with the number of the question, from the subnet of the interface")
  func spoofed() throws {
    let now = Uptime(milliseconds: 0)
    var browser = NearbyBrowser(77, own: [UInt8](repeating: 0, count: 8))
    browser.receive(
      try answer(Self.announcement, to: 78), from: Self.host, over: Self.interface, at: now)
    browser.receive(
      try answer(Self.announcement), from: [192, 0, 3, 7], over: Self.interface, at: now)
    let none = browser.runs(at: now)
    #expect(none.isEmpty)
    browser.receive(try answer(Self.announcement), from: Self.host, over: Self.interface, at: now)
    let found = browser.runs(at: now).map(\.address)
    #expect(found == ["tcp://192.0.2.7:40000"])
  }

  @Test("N3 · A source in text is in the subnet of an interface, or it is not")
  func sources() {
    #expect(Self.interface.contains("192.0.2.7"))
    for source in ["192.0.3.7", "127.0.0.1", "32.1.13.184.0.0.0.0", "192.0.2.300", "user 5", ""] {
      #expect(!Self.interface.contains(source))
    }
  }

  @Test("N3 · A run does not find itself")
  func own() throws {
    let now = Uptime(milliseconds: 0)
    var browser = NearbyBrowser(77, own: Self.announcement.instance)
    browser.receive(try answer(Self.announcement), from: Self.host, over: Self.interface, at: now)
    let none = browser.runs(at: now)
    #expect(none.isEmpty)
  }

  @Test("N4 · A flood of records fills 8 places of its address, and 64 in all, for ten seconds")
  func flood() throws {
    var browser = NearbyBrowser(77, own: [])
    let now = Uptime(milliseconds: 0)
    for host in 1...20 as ClosedRange<UInt8> {
      for number in 1...20 as ClosedRange<UInt8> {
        browser.receive(
          try answer(Self.named(number)), from: [192, 0, 2, host], over: Self.interface, at: now)
      }
      let runs = browser.runs(at: now)
      #expect(runs.count == min(Int(host) * 8, 64))
      #expect(runs.count { $0.host == [192, 0, 2, host] } <= 8)
    }
    let counts = [9_999, 10_000].map { browser.runs(at: Uptime(milliseconds: $0)).count }
    #expect(counts == [64, 0])
  }
}
