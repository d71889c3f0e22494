import EaselBase
import GroupCore
import GroupSecurity
import GroupWire
import Synchronization

/// One link's end: nothing passes it before both sides have proved themselves, and afterwards only
/// what is sealed.
final class LinkHandshake: Sendable {
  /// What was dialled; nil where nobody named an address.
  let address: String?
  /// Whether this side knocks.
  let isKnocking: Bool
  /// What this side says of itself where it knocks.
  private let greeting: [UInt8]
  private let stage: Mutex<Stage>
  /// Who is at the other side; nil until they proved it.
  private let neighbour = Mutex<MemberCertificate?>(nil)
  /// Held while a person's word lets the other side in, on another thread than the link's.
  private let admission = Mutex(())

  private enum Stage: ~Copyable {
    /// The other side is to say what it wants to be told a ticket for.
    case toWish
    /// This side is told a ticket first; it needs it where it was never let in.
    case toBeTold(HandshakeGuest?)
    /// This side knocks.
    case toKnock(HandshakeGuest)
    case knocked(HandshakeWaiting, isAsked: Bool)
    /// This side was out of reach, and is told what it missed.
    case catchingUp(CatchingUp, hello: [UInt8])
    /// The other side is to knock, or may ask once what it missed.
    case expecting(HandshakeHost, isAnswered: Bool)
    /// A person is asked whether the other side may come in.
    case asking(Knocked)
    case open(LinkSeal)
    case shut

    var isOpen: Bool {
      switch self {
      case .open: true
      default: false
      }
    }

    /// Whether it lasts as long as a person takes to answer.
    var isPatient: Bool {
      switch self {
      case .open: true
      case .asking: true
      case .toBeTold: true
      case .knocked(_, let isAsked): isAsked
      default: false
      }
    }

    mutating func take() -> Stage {
      let stage = consume self
      self = .shut
      return stage
    }
  }

  /// What comes of a message.
  enum Outcome {
    case nothing
    /// The other side wants a ticket to this.
    case wished(Role)
    /// This side was told a ticket, and knocks with it from now on.
    case told(Ticket)
    /// To be sent back, as it is.
    case answer([UInt8])
    /// This side was let in, by a member of the call.
    case admitted(Admission)
    /// The other side knocks and may be let in.
    case knocked(Knocked)
    /// Somebody over there is asked; an answer may take long.
    case asked
    /// The other side was out of reach and asks what it missed.
    case behind(CatchUpQuestion, hello: [UInt8])
    /// This side was out of reach; afterwards it can answer the hello.
    case caughtUp(Rotation, hello: [UInt8])
    /// The neighbour said something for those above.
    case message([UInt8])
    case introduction([UInt8])
    case rotation([UInt8])
  }

  /// Somebody who proved what they are.
  struct Knocked: Sendable {
    let guest: MemberCertificate
    /// What they call themselves.
    let greeting: [UInt8]
    let welcome: [UInt8]
    let seal: LinkSeal
  }

  init(knockingAt address: String?, _ guest: HandshakeGuest, saying greeting: [UInt8]) {
    (self.address, isKnocking, self.greeting) = (address, true, greeting)
    stage = Mutex(.toKnock(guest))
  }

  /// - Parameter guest: of who was let in before.
  init(awaitingTicketAt address: String?, _ guest: HandshakeGuest?, saying greeting: [UInt8]) {
    (self.address, isKnocking, self.greeting) = (address, true, greeting)
    stage = Mutex(.toBeTold(guest))
  }

  /// One where the other side is to say what it wants.
  init() {
    (address, isKnocking, greeting) = (nil, false, [])
    stage = Mutex(.toWish)
  }

  init(expecting host: consuming HandshakeHost) {
    (address, isKnocking, greeting) = (nil, false, [])
    stage = Mutex(.expecting(host, isAnswered: false))
  }

  var isOpen: Bool { stage.withLock { $0.isOpen } }
  var isPatient: Bool { stage.withLock { $0.isPatient } }

  /// Lets through what is sealed from now on.
  func open(_ seal: LinkSeal, to neighbour: MemberCertificate) {
    self.neighbour.withLock { $0 = neighbour }
    stage.withLock { $0 = .open(seal) }
  }

  /// Whether one of these is at the other side.
  func leads(to identityKeys: Set<[UInt8]>) -> Bool {
    neighbour.withLock { $0.map { identityKeys.contains($0.identityKey) } ?? false }
  }

  /// Whose run is at the other side; nil until they proved it.
  var neighbourMember: UInt64? { neighbour.withLock { $0?.member } }
  /// Who that is; empty until then.
  var neighbourKey: [UInt8] { neighbour.withLock { $0?.identityKey } ?? [] }

  /// Leaves it to a person whether somebody may come in.
  func hold(_ knocked: Knocked) { stage.withLock { $0 = .asking(knocked) } }

  /// Whom a person was asked about; nil where the question is over.
  func held() -> Knocked? {
    stage.withLock { stage in
      switch stage.take() {
      case .asking(let knocked): return knocked
      case let other:
        stage = other
        return nil
      }
    }
  }

  /// Lets the other side in; what it says meanwhile is heard behind that.
  func admit(_ deed: () throws -> Void) rethrows { try admission.withLock { _ in try deed() } }

  /// Returns once nobody is being let in.
  func awaitAdmission() { admission.withLock { _ in } }

  /// Knocks as this guest at what comes next.
  func knock(_ guest: HandshakeGuest) { stage.withLock { $0 = .toKnock(guest) } }

  // MARK: Coming in

  /// Any bytes may come. After an error the link is of no use.
  func received(_ bytes: [UInt8]) throws -> Outcome {
    try stage.withLock { stage in
      if isKnocking, !stage.isOpen, let refusal = SecurityError(message: bytes) { throw refusal }
      switch stage.take() {
      case .toWish:
        guard let wish = Role(wish: bytes) else { throw SecurityError.malformed }
        return .wished(wish)
      case .toBeTold(let guest?):
        stage = .toKnock(guest)
        return .nothing
      case .toBeTold(nil): return .told(try Ticket(String(decoding: bytes, as: UTF8.self)))
      case .toKnock(let guest):
        if let asking = try guest.behind(bytes) {
          stage = .catchingUp(asking, hello: bytes)
          return .answer(asking.question)
        }
        let (request, next) = try guest.received(bytes, greeting: greeting)
        stage = .knocked(next, isAsked: false)
        return .answer(request)
      case .catchingUp(var asking, let hello):
        if let rotation = try asking.received(bytes) { return .caughtUp(rotation, hello: hello) }
        stage = .catchingUp(asking, hello: hello)
        return .nothing
      case .knocked(let waiting, _):
        guard bytes == Handshake.asking else { return .admitted(try waiting.received(bytes)) }
        stage = .knocked(waiting, isAsked: true)
        return .asked
      case .expecting(let host, let isAnswered):
        if !isAnswered, let question = CatchUpQuestion(bytes) {
          let hello = host.hello
          stage = .expecting(host, isAnswered: true)
          return .behind(question, hello: hello)
        }
        let knock = try host.received(bytes)
        let (guest, greeting, seal) = (knock.guest, knock.greeting, knock.link)
        return .knocked(
          Knocked(guest: guest, greeting: greeting, welcome: try knock.welcome(), seal: seal))
      case .open(var seal):
        guard LinkForm.isNeighbourly(bytes) else {
          stage = .open(seal)
          return .message(bytes)
        }
        let plain = try seal.opened(Array(bytes.dropFirst()))
        stage = .open(seal)
        switch plain.first {
        case Self.introductionMark: return .introduction(Array(plain.dropFirst()))
        case Self.rotationMark: return .rotation(Array(plain.dropFirst()))
        default: return .message(plain)
        }
      // Whoever waits for an answer has nothing to say.
      case .asking: throw SecurityError.malformed
      case .shut: throw SecurityError.malformed
      }
    }
  }

  // MARK: Going out

  /// Within the lock, so that nothing overtakes what was sealed before.
  ///
  /// - Returns: whether it was taken.
  func send(_ bytes: [UInt8], _ pass: ([UInt8]) -> Bool) -> Bool {
    guard LinkForm.isNeighbourly(bytes) else { return isOpen && pass(bytes) }
    return sendSealed(bytes, pass)
  }

  func send(introduction: [UInt8], _ pass: ([UInt8]) -> Bool) {
    // A neighbour that takes nothing any more is about to be cut off.
    _ = sendSealed([Self.introductionMark] + introduction, pass)
  }

  func send(rotation: [UInt8], _ pass: ([UInt8]) -> Bool) {
    _ = sendSealed([Self.rotationMark] + rotation, pass)
  }

  private func sendSealed(_ bytes: [UInt8], _ pass: ([UInt8]) -> Bool) -> Bool {
    stage.withLock { stage in
      switch stage.take() {
      case .open(var seal):
        // One that could not be sealed or was not taken leaves the other side at the number before.
        let before = seal
        defer { stage = .open(seal) }
        guard let sealed = try? seal.sealed(bytes), pass([LinkForm.neighbourly] + sealed) else {
          seal = before
          return false
        }
        return true
      case let other:
        stage = other
        return false
      }
    }
  }

  /// Where what is for those above begins with `LinkForm.neighbourly`.
  private static let introductionMark: UInt8 = 1
  private static let rotationMark: UInt8 = 2
}
