import EaselBase
import GroupSecurity
import SecureTransports

/// Two people in a session, of whom the first draws: from the mouse of the one to the terminal of the other.
struct PathPair: PathDrag {
  struct Costs {
    let sender: PathCosts
    let receiver: PathCosts
    /// The bytes from the sender to the receiver, and back.
    let (sent, answered): (Int, Int)
    /// The messages of the session that the sender and the receiver sent.
    let (messages, answers): (Int, Int)
  }

  struct NoSession: Error, CustomStringConvertible {
    var description: String { "the two did not come into one session." }
  }

  private let sender: PathMember
  private let receiver: PathMember
  private var now = PathCase.begin

  init() throws {
    guard let rootKeys = CallRootKeys(chance: Self.bytes(1, CallRootKeys.chanceLength)) else {
      throw NoSession()
    }
    let host = try Membership(Self.keys(2), rootKeys: rootKeys)
    guard let ticket = try host.ticket(to: .draw, at: [PathLine.address]) else {
      throw NoSession()
    }
    let codec = try PathScreen.codec(
      columns: PathMember.size.columns, rows: PathMember.size.rows)
    let guest = try Membership(Self.keys(3), ticket: ticket)
    sender = PathMember(1, host, over: codec, writes: false)
    receiver = PathMember(2, guest, over: codec, writes: true)
    receiver.dial()
    carryAll()
    sender.activate()
    // The two agree on the board before the stroke begins.
    for _ in 0..<1_000 { try pass() }
    guard sender.session != nil, receiver.session == sender.session else { throw NoSession() }
  }

  private static func bytes(_ number: UInt8, _ count: Int) -> [UInt8] {
    Array(repeating: number, count: count)
  }

  private static func keys(_ number: UInt8) throws -> MemberKeys {
    guard let identity = Identity(seed: bytes(number, Identity.seedLength)),
      let keys = MemberKeys(
        identity: identity, run: bytes(number, MemberKeys.runLength),
        agreement: bytes(number, MemberKeys.agreementLength))
    else { throw NoSession() }
    return keys
  }

  /// The costs, with those of all that was sent before the press.
  var costs: Costs {
    Costs(
      sender: sender.screen.costs, receiver: receiver.screen.costs, sent: sender.bytes,
      answered: receiver.bytes, messages: sender.messages, answers: receiver.messages)
  }

  static func lines(of costs: Costs, without first: Costs) -> [String] {
    let (sender, receiver) = (costs.sender - first.sender, costs.receiver - first.receiver)
    return [
      ", sender: \(sender.frames) frames, \(costs.messages - first.messages) messages, "
        + "\(costs.sent - first.sent) bytes on the link",
      ", receiver: \(receiver.line), \(costs.answers - first.answers) messages, "
        + "\(costs.answered - first.answered) bytes on the link",
    ]
  }

  mutating func play(_ index: Int) throws {
    sender.point(at: PathCase.empty.cell(index), isPress: index == 0)
    try pass()
  }

  /// Lets the time of a report pass.
  private mutating func pass() throws {
    now.uptime += PathCase.pause
    carryAll()
    if let failure = sender.failure ?? receiver.failure { throw failure }
  }

  /// Carries what waits until nothing is under way.
  private func carryAll() {
    var isBusy = true
    while isBusy {
      let carried = [sender.line.carry(to: receiver.line), receiver.line.carry(to: sender.line)]
      let attended = [sender.attend(at: now), receiver.attend(at: now)]
      isBusy = carried.contains(true) || attended.contains(true)
    }
  }
}
