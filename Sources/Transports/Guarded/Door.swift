import Sharing
import Synchronization
import Trust
import Wire

/// One link's end: nothing passes it before both sides have proved themselves, and afterwards only
/// what is sealed.
final class Door: Sendable {
  /// What was dialled; nil where nobody named an address.
  let address: String?
  /// Whether this side knocks.
  let isKnocking: Bool
  private let stage: Mutex<Stage>

  private enum Stage: ~Copyable {
    /// This side is told a ticket first; it needs it where it was never let in.
    case toBeTold(HandshakeGuest?)
    /// This side knocks.
    case toKnock(HandshakeGuest)
    case knocked(HandshakeWaiting)
    /// The other side is to knock.
    case expecting(HandshakeHost)
    case open(LinkSeal)
    case shut

    var isOpen: Bool {
      switch self {
      case .open: true
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
    /// This side was told a ticket, and knocks with it from now on.
    case told(Ticket)
    /// To be sent back, as it is.
    case answer([UInt8])
    /// This side was let in, by a member of the call.
    case admitted(Admission)
    /// The other side knocks and may be let in with this answer.
    case knocked(Introduction, welcome: [UInt8], LinkSeal)
    /// The neighbour said something for those above.
    case message([UInt8])
    case introduction([UInt8])
  }

  init(knockingAt address: String?, _ guest: HandshakeGuest) {
    (self.address, isKnocking) = (address, true)
    stage = Mutex(.toKnock(guest))
  }

  /// - Parameter guest: of who was let in before.
  init(awaitingTicketAt address: String?, _ guest: HandshakeGuest?) {
    (self.address, isKnocking) = (address, true)
    stage = Mutex(.toBeTold(guest))
  }

  init(expecting host: consuming HandshakeHost) {
    (address, isKnocking) = (nil, false)
    stage = Mutex(.expecting(host))
  }

  var isOpen: Bool { stage.withLock { $0.isOpen } }

  /// Lets through what is sealed from now on.
  func open(_ seal: LinkSeal) { stage.withLock { $0 = .open(seal) } }

  /// Knocks as this guest at what comes next.
  func knock(_ guest: HandshakeGuest) { stage.withLock { $0 = .toKnock(guest) } }

  // MARK: Coming in

  /// Any bytes may come. After an error the link is of no use.
  func received(_ bytes: [UInt8]) throws -> Outcome {
    try stage.withLock { stage in
      if isKnocking, !stage.isOpen, let refusal = Refusal(message: bytes) { throw refusal }
      switch stage.take() {
      case .toBeTold(let guest?):
        stage = .toKnock(guest)
        return .nothing
      case .toBeTold(nil): return .told(try Ticket(String(decoding: bytes, as: UTF8.self)))
      case .toKnock(let guest):
        let (request, next) = try guest.received(bytes)
        stage = .knocked(next)
        return .answer(request)
      case .knocked(let waiting): return .admitted(try waiting.received(bytes))
      case .expecting(let host):
        let knock = try host.received(bytes)
        let (guest, seal) = (knock.guest, knock.link)
        return .knocked(guest, welcome: try knock.welcome(), seal)
      case .open(var seal):
        guard LinkForm.isNeighbourly(bytes) else {
          stage = .open(seal)
          return .message(bytes)
        }
        let plain = try seal.opened(Array(bytes.dropFirst()))
        stage = .open(seal)
        if plain.first == Self.introductionMark { return .introduction(Array(plain.dropFirst())) }
        return .message(plain)
      case .shut: throw Refusal.malformed
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
}
