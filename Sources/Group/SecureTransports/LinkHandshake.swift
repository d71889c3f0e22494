import EaselBase
import GroupCore
import GroupSecurity
import GroupWire
import Synchronization

/// This side's state of one link, from the handshake to the open link. It passes no message to the
/// layer above until both sides have proved their identities. Once the link is open, it seals the
/// messages that are for the neighbour alone.
final class LinkHandshake: Sendable {
  /// The dialled address; nil if this side did not dial an address.
  let address: String?
  /// Whether this side dialled the link. The dialling side is the initiator of the handshake: it
  /// asks for admission.
  let isInitiator: Bool
  /// The name that this side sends when it asks for admission, in UTF-8.
  private let greeting: [UInt8]
  private let stage: Mutex<Stage>
  /// The neighbour's certificate; nil until the neighbour has proved it.
  private let neighbour = Mutex<MemberCertificate?>(nil)
  /// The seal of the datagrams beside the open link, until it is taken.
  private let datagramSeal = Mutex<DatagramSeal?>(nil)
  /// Locked while a person's answer admits the other side. The answer arrives on another thread
  /// than the messages of the link.
  private let admission = Mutex(())

  private enum Stage: ~Copyable {
    /// The other side has to send the role for which it wants a ticket, or a ring.
    case awaitingWish
    /// This side waits for a ticket. If it was admitted before, it has an initiator and ignores the
    /// ticket; otherwise it needs the ticket.
    case awaitingTicket(HandshakeInitiator?)
    /// This side waits for the hello, and then asks for admission.
    case awaitingHello(HandshakeInitiator)
    case knocked(HandshakeWaiting, isAsked: Bool)
    /// This side missed a change of keys while it was out of reach, and is receiving it.
    case catchingUp(CatchingUp, hello: [UInt8])
    /// The other side has to ask for admission. Before that, it may ask once for the change of keys
    /// that it missed; `isAnswered` is true once it has done so.
    case expecting(HandshakeResponder, isAnswered: Bool)
    /// A person is asked whether the other side may enter the call.
    case asking(Knocked)
    case open(LinkSeal)
    case shut

    var isOpen: Bool {
      switch self {
      case .open: true
      default: false
      }
    }

    /// Whether this stage has no time limit: the link is open, or a person may have to answer
    /// first.
    var isPatient: Bool {
      switch self {
      case .open: true
      case .asking: true
      case .awaitingTicket: true
      case .knocked(_, let isAsked): isAsked
      default: false
      }
    }

    /// Whether this side dialled a member and has heard nothing from it yet.
    var isUnanswered: Bool {
      switch self {
      case .awaitingHello: true
      default: false
      }
    }

    mutating func extract() -> Stage {
      let stage = consume self
      self = .shut
      return stage
    }
  }

  /// The result of a received message.
  enum Outcome {
    case nothing
    /// The other side wants a ticket or a pass.
    case wished(AdmissionWish)
    /// The other side invites this run's user.
    case rang(RingMessage)
    /// This side received a ticket, and asks for admission with it.
    case ticket(Ticket)
    /// This side received a pass, and asks for admission with it.
    case passed(PersonalPass)
    /// The caller has to send these bytes to the other side unchanged.
    case answer([UInt8])
    /// A member of the call admitted this side.
    case admitted(Admission)
    /// The other side asks for admission with a valid ticket.
    case knocked(Knocked)
    /// The other side asks a person whether to admit this side; the answer may take long.
    case asked
    /// The other side asks for the change of keys that it missed while it was out of reach.
    case behind(KeyCatchUpRequest, hello: [UInt8])
    /// This side has received the change of keys that it missed. Once the caller has applied the
    /// change, this side can answer the hello.
    case caughtUp(Rotation, hello: [UInt8])
    /// The neighbour sent a message for the layer above.
    case message([UInt8])
    case memberCertificate([UInt8])
    case rotation([UInt8])
  }

  /// A guest that has proved its identity and its ticket.
  struct Knocked: Sendable {
    let guest: MemberCertificate
    /// The name that the guest chose for itself.
    let greeting: [UInt8]
    let welcome: [UInt8]
    let seal: LinkSeal
  }

  init(knockingAt address: String?, _ initiator: HandshakeInitiator, saying greeting: [UInt8]) {
    (self.address, isInitiator, self.greeting) = (address, true, greeting)
    stage = Mutex(.awaitingHello(initiator))
  }

  /// - Parameter initiator: the asking side of the handshake if this member was admitted before;
  ///   otherwise nil.
  init(
    awaitingTicketAt address: String?, _ initiator: HandshakeInitiator?, saying greeting: [UInt8]
  ) {
    (self.address, isInitiator, self.greeting) = (address, true, greeting)
    stage = Mutex(.awaitingTicket(initiator))
  }

  /// Creates a handshake in which the other side has to send the role that it wants.
  init() {
    (address, isInitiator, greeting) = (nil, false, [])
    stage = Mutex(.awaitingWish)
  }

  init(expecting responder: consuming HandshakeResponder) {
    (address, isInitiator, greeting) = (nil, false, [])
    stage = Mutex(.expecting(responder, isAnswered: false))
  }

  var isOpen: Bool { stage.withLock { $0.isOpen } }
  var isUnanswered: Bool { stage.withLock { $0.isUnanswered } }
  var isPatient: Bool { stage.withLock { $0.isPatient } }

  /// Opens the link for sealed messages.
  func open(_ seal: LinkSeal, to neighbour: MemberCertificate) {
    self.neighbour.withLock { $0 = neighbour }
    datagramSeal.withLock { $0 = seal.datagrams }
    stage.withLock { $0 = .open(seal) }
  }

  /// Returns the seal of the datagrams beside the link, once.
  func takeDatagramSeal() -> DatagramSeal? { datagramSeal.withLock { $0.take() } }

  /// Returns whether the neighbour has one of these identity keys.
  func leads(to identityKeys: Set<[UInt8]>) -> Bool {
    neighbour.withLock { $0.map { identityKeys.contains($0.identityKey) } ?? false }
  }

  /// The neighbour's member number; nil until the neighbour has proved it.
  var neighbourMember: UInt64? { neighbour.withLock { $0?.member } }
  /// Whether the neighbour has no ticket and was let in by a pass.
  var isPersonal: Bool { neighbour.withLock { $0?.isPersonal ?? false } }
  /// The neighbour's identity key; empty until the neighbour has proved it.
  var neighbourKey: [UInt8] { neighbour.withLock { $0?.identityKey } ?? [] }

  /// Keeps the guest waiting until a person answers whether it may enter.
  func hold(_ knocked: Knocked) { stage.withLock { $0 = .asking(knocked) } }

  /// Returns the guest about which a person was asked, and ends the question; nil if no question is
  /// open.
  func held() -> Knocked? {
    stage.withLock { stage in
      switch stage.extract() {
      case .asking(let knocked): return knocked
      case let other:
        stage = other
        return nil
      }
    }
  }

  /// Runs `body`, which admits the other side. Until `body` returns, ``awaitAdmission()`` holds
  /// back the next message of the link.
  func admit(_ body: () throws -> Void) rethrows { try admission.withLock { _ in try body() } }

  /// Waits while an admission is running.
  func awaitAdmission() { admission.withLock { _ in } }

  /// Makes this side answer the next hello with a request of this initiator.
  func knock(_ initiator: HandshakeInitiator) { stage.withLock { $0 = .awaitingHello(initiator) } }

  // MARK: Receiving

  /// Handles a message, which may hold any bytes. After an error the link cannot be used any more.
  func received(_ bytes: [UInt8]) throws -> Outcome {
    try stage.withLock { stage in
      if isInitiator, !stage.isOpen, let refusal = SecurityError(message: bytes) { throw refusal }
      switch stage.extract() {
      case .awaitingWish:
        if let ring = RingMessage(bytes) { return .rang(ring) }
        guard let wish = AdmissionWish(bytes) else { throw SecurityError.malformed }
        return .wished(wish)
      case .awaitingTicket(let initiator?):
        stage = .awaitingHello(initiator)
        return .nothing
      case .awaitingTicket(nil):
        if let pass = PersonalPass(bytes) { return .passed(pass) }
        return .ticket(try Ticket(String(decoding: bytes, as: UTF8.self)))
      case .awaitingHello(let initiator):
        if let asking = try initiator.behind(bytes) {
          stage = .catchingUp(asking, hello: bytes)
          return .answer(asking.question)
        }
        let (request, next) = try initiator.received(bytes, greeting: greeting)
        stage = .knocked(next, isAsked: false)
        return .answer(request)
      case .catchingUp(var asking, let hello):
        if let rotation = try asking.received(bytes) { return .caughtUp(rotation, hello: hello) }
        stage = .catchingUp(asking, hello: hello)
        return .nothing
      case .knocked(let waiting, _):
        guard bytes == HandshakeLimits.asking else { return .admitted(try waiting.received(bytes)) }
        stage = .knocked(waiting, isAsked: true)
        return .asked
      case .expecting(let responder, let isAnswered):
        if !isAnswered, let question = KeyCatchUpRequest(bytes) {
          let hello = responder.hello
          stage = .expecting(responder, isAnswered: true)
          return .behind(question, hello: hello)
        }
        let knock = try responder.received(bytes)
        let (guest, greeting, seal) = (knock.guest, knock.greeting, knock.link)
        return .knocked(
          Knocked(guest: guest, greeting: greeting, welcome: try knock.welcome(), seal: seal))
      case .open(var seal):
        guard LinkMessageTag.isNeighbourly(bytes) else {
          stage = .open(seal)
          return .message(bytes)
        }
        let plain = try seal.opened(Array(bytes.dropFirst()))
        stage = .open(seal)
        switch plain.first {
        case Self.certificateMark: return .memberCertificate(Array(plain.dropFirst()))
        case Self.rotationMark: return .rotation(Array(plain.dropFirst()))
        default: return .message(plain)
        }
      // A guest that waits for an answer may not send anything.
      case .asking: throw SecurityError.malformed
      case .shut: throw SecurityError.malformed
      }
    }
  }

  // MARK: Sending

  /// Sends a message of the layer above, sealed if the message is for the neighbour alone. Sealing
  /// and sending happen within one lock, so that messages are sent in the order of sealing.
  ///
  /// - Returns: whether the message was accepted.
  func send(_ bytes: [UInt8], _ pass: ([UInt8]) -> Bool) -> Bool {
    guard LinkMessageTag.isNeighbourly(bytes) else { return isOpen && pass(bytes) }
    return sendSealed(bytes, pass)
  }

  func send(memberCertificate: [UInt8], _ pass: ([UInt8]) -> Bool) {
    // The result is ignored: a link that accepts no more bytes is about to be closed.
    _ = sendSealed([Self.certificateMark] + memberCertificate, pass)
  }

  func send(rotation: [UInt8], _ pass: ([UInt8]) -> Bool) {
    _ = sendSealed([Self.rotationMark] + rotation, pass)
  }

  private func sendSealed(_ bytes: [UInt8], _ pass: ([UInt8]) -> Bool) -> Bool {
    stage.withLock { stage in
      switch stage.extract() {
      case .open(var seal):
        // If sending fails, the seal returns to its previous number, because the other side still
        // expects that number.
        let before = seal
        defer { stage = .open(seal) }
        guard let sealed = try? seal.sealed(bytes), pass([LinkMessageTag.neighbourly] + sealed)
        else {
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

  /// The first byte of a sealed message that is not for the layer above; a message for that layer
  /// begins with `LinkMessageTag.neighbourly`.
  private static let certificateMark: UInt8 = 1
  private static let rotationMark: UInt8 = 2
}
