@testable import GroupSecurity
@testable import SecureTransports
@testable import SocketTransports

// Readers of the members' certificates and requests.
extension FuzzTarget {
  /// A change of keys, and a member that was out of reach meanwhile; the same in every run.
  private struct Renewal {
    let old: Epoch
    let rotation: Rotation
    let hello: [UInt8]
    /// The keys of the member that asks.
    let keys: MemberKeys
    let question: [UInt8]
    /// In several messages.
    let answer: [[UInt8]]

    init() throws {
      let door = try FuzzTarget.door.get()
      old = door.epoch
      hello = try door.responder().hello
      let putOut = (0..<UInt8(240)).map { Array(repeating: $0, count: Identity.publicKeyLength) }
      rotation = try door.rootKeys.renewal(
        of: old, chance: Array(repeating: 6, count: CallRootKeys.renewalChanceLength),
        staying: [(try old.memberCertificate(of: door.guest), .draw)], putOut: putOut
      ).rotation
      keys = door.guest
      question = try CatchingUp(hello, as: keys, in: old).question
      guard let read = KeyCatchUpRequest(question) else {
        throw Broken(description: "a question is read as it is written")
      }
      answer = try read.answer(with: rotation, from: old, after: hello)
      guard answer.count > 1 else { throw Broken(description: "an answer in several messages") }
    }

    func asking() throws -> CatchingUp { try CatchingUp(hello, as: keys, in: old) }
  }

  private static let renewal = Result { try Renewal() }

  // MARK: Catching up

  /// The first byte says what the rest is: a question, a message of an answer, the order in which
  /// the messages of an answer arrive, or a rotation.
  func checkCatchUp(_ bytes: [UInt8]) throws {
    guard let kind = bytes.first else { return }
    let bytes = Array(bytes.dropFirst())
    let renewal = try Self.renewal.get()
    switch kind % 4 {
    case 0: try checkQuestion(bytes, renewal)
    case 1:
      var asking = try renewal.asking()
      let read = accepted { try asking.received(bytes) }
      try hold("no rotation comes of one message of several", read == nil)
    case 2: try checkAnswer(bytes, renewal)
    default:
      guard let rotation = accepted({ try Rotation(bytes, after: renewal.old) }) else { return }
      let again = try Rotation(rotation.bytes, after: renewal.old)
      try hold("a rotation is passed on unchanged", again.bytes == bytes)
      try hold(
        "a rotation", again.putOut == rotation.putOut && again.silenced == rotation.silenced)
    }
  }

  private func checkQuestion(_ bytes: [UInt8], _ renewal: Renewal) throws {
    guard let question = KeyCatchUpRequest(bytes) else { return }
    let fields = try FieldReader(bytes)
    let code = try fields.bytes(4)
    var writer = FieldWriter()
    writer.add(3, UInt64(question.epoch))
    writer.add(4, code)
    writer.add(5, try fields.bytes(5))
    let again = KeyCatchUpRequest(writer.bytes)
    try hold("a question", again?.epoch == question.epoch)
    let answer = accepted {
      try question.answer(with: renewal.rotation, from: renewal.old, after: renewal.hello)
    }
    let isTrue = writer.bytes == renewal.question
    try hold("only a member of the old epoch is answered", (answer != nil) == isTrue)
    try hold("and always in the same way", answer == nil || answer == renewal.answer)
  }

  /// Each byte says which of the messages comes next.
  private func checkAnswer(_ bytes: [UInt8], _ renewal: Renewal) throws {
    var asking = try renewal.asking()
    for (count, byte) in bytes.prefix(64).enumerated() {
      let next = Int(byte) % renewal.answer.count
      let read = accepted { try asking.received(renewal.answer[next]) }
      guard next == count else { return try hold("in another order it is nothing", read == nil) }
      let isWhole = count == renewal.answer.count - 1
      try hold("it is whole with the last message", (read != nil) == isWhole)
      if isWhole { return try hold("an answer", read?.bytes == renewal.rotation.bytes) }
    }
  }

  func catchUpSeeds() throws -> [[UInt8]] {
    let renewal = try Self.renewal.get()
    let order = renewal.answer.indices.map { UInt8($0) }
    return [[0] + renewal.question, [2] + order, [2] + order.reversed()]
      + renewal.answer.map { [1] + $0 }
      + [[3] + renewal.rotation.bytes]
  }

  // MARK: Requests to the host

  /// The first byte tells the kind of the rest: a request, signed bytes of one, or a host's token.
  func checkRuling(_ bytes: [UInt8]) throws {
    guard let kind = bytes.first else { return }
    let bytes = Array(bytes.dropFirst())
    let door = try Self.door.get()
    let key = door.guest.identity.publicKey
    switch kind % 3 {
    case 0:
      let read = accepted { try RulingRequest(bytes, by: key, in: door.epoch) }
      guard let request = read else { return }
      let again = try RulingRequest.signed(
        request.action, about: request.subject, by: door.guest, in: door.epoch)
      try hold("a request", try RulingRequest(again, by: key, in: door.epoch) == request)
    case 1:
      guard let deed = bytes.first.flatMap({ RulingRequest.ModerationAction(rawValue: UInt64($0)) })
      else {
        return
      }
      let subject = bytes.dropFirst().prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
      let signed = try RulingRequest.signed(deed, about: subject, by: door.guest, in: door.epoch)
      let request = try RulingRequest(signed, by: key, in: door.epoch)
      try hold("what is asked", request.action == deed && request.subject == subject)
      // Bytes behind the request are ignored, or make it invalid.
      let longer = accepted {
        try RulingRequest(signed + bytes.dropFirst(9), by: key, in: door.epoch)
      }
      try hold("what follows changes nothing", longer == nil || longer == request)
    default:
      let word = try door.rootKeys.delegationToken(from: 1, to: 2)
      let isProved = door.epoch.proves(bytes, from: 1, to: 2)
      try hold("only the host's word proves", isProved == (bytes == word))
    }
  }

  func rulingSeeds() throws -> [[UInt8]] {
    let door = try Self.door.get()
    let requests = try RulingRequest.ModerationAction.allCases.map {
      try RulingRequest.signed($0, about: 7, by: door.guest, in: door.epoch)
    }
    let deeds = RulingRequest.ModerationAction.allCases.map {
      UInt8(truncatingIfNeeded: $0.rawValue)
    }
    return requests.map { [0] + $0 } + deeds.map { [1, $0, 0, 0, 0, 0, 0, 0, 0, 7, 40, 1] }
      + [[2] + (try door.rootKeys.delegationToken(from: 1, to: 2))]
  }

  // MARK: Introductions

  /// The first byte says whether the rest is sealed.
  func checkIntroduction(_ bytes: [UInt8]) throws {
    guard let kind = bytes.first else { return }
    let bytes = Array(bytes.dropFirst())
    let epoch = try Self.door.get().epoch
    let read =
      kind % 2 == 0
      ? accepted { try MemberCertificate(bytes, under: epoch.epochCertificate) }
      : accepted { try epoch.memberCertificate(opening: bytes) }
    guard let memberCertificate = read else { return }
    let sealed = try epoch.sealed(memberCertificate)
    try hold("a sealed one", try epoch.memberCertificate(opening: sealed) == memberCertificate)
    if kind % 2 == 0 {
      try hold("an introduction is passed on unchanged", memberCertificate.bytes == bytes)
    }
    for known in [memberCertificate, try epoch.vouched(memberCertificate)] {
      let again = try MemberCertificate(known.bytes, under: epoch.epochCertificate)
      try hold("an introduction", again == known && again.member == memberCertificate.member)
    }
  }

  func certificateSeeds() throws -> [[UInt8]] {
    let door = try Self.door.get()
    let view = try EpochCredential(
      epochCertificate: door.epoch.epochCertificate, role: .watch, secret: door.epoch.viewSecret)
    let watcher = try view.memberCertificate(of: door.guest)
    let all = [
      try door.epoch.memberCertificate(of: door.host), watcher, try door.epoch.vouched(watcher),
    ]
    return all.map { [0] + $0.bytes } + (try all.map { [1] + (try door.epoch.sealed($0)) })
  }

  // MARK: Behind a shell

  /// The first byte says in what pieces the rest arrives.
  func checkPreamble(_ bytes: [UInt8]) throws {
    guard let size = bytes.first else { return }
    let stream = Array(bytes.dropFirst())
    let whole = rest([stream[...]])
    try hold("in pieces it is the same", rest(stream.pieces(of: Int(size % 16) + 1)) == whole)
    let mark = Preamble.bytes
    let start = stream.indices.first { stream[$0...].starts(with: mark) }
    try hold(
      "it begins behind the first", whole == start.map { Array(stream[($0 + mark.count)...]) })
    try hold("what is said behind it is heard", rest([(mark + stream)[...]]) == stream)
  }

  private func rest(_ pieces: [ArraySlice<UInt8>]) -> [UInt8]? {
    var preamble = Preamble()
    var heard: [UInt8]?
    for piece in pieces {
      if heard != nil {
        heard? += piece
      } else {
        heard = accepted { try preamble.rest(after: piece) }
      }
    }
    return heard
  }

  var preambleSeeds: [[UInt8]] {
    let mark = Preamble.bytes
    let (cut, end) = (Array(mark.dropLast()), Array(mark.dropFirst()))
    return [
      mark + [1, 2], Array("Last login: today\r\n".utf8) + mark + mark, cut + mark + [0],
      cut + end + end + [0], [0, 0, 0] + end + [0xFF],
    ].map { [2] + $0 }
  }
}
