import EaselBase
import GroupBase

/// Bytes on their way from one member of a call to others.
public struct Envelope: Hashable, Sendable {
  /// The member that sent it.
  public let origin: MemberID
  /// The number that its origin gave it. Numbers ascend in the order of sending; a duplicate is
  /// recognised by its number.
  public let number: UInt64
  /// The members that it is for.
  public let to: EnvelopeDestination
  /// The content. Members that pass it on neither interpret nor change it.
  public let body: [UInt8]
  /// The sealed body as it arrived over a link; it is passed on unchanged. Nil for this member's
  /// own envelope, and in a call without a ``Seal``.
  public let sealed: [UInt8]?
  /// How the messages of the body were sent. The body itself says so; the mode is not sent.
  public internal(set) var mode: DeliveryMode

  /// The ``Seal`` of the origin signs each envelope whose number is a multiple of this. In all
  /// other envelopes, a member that may draw can pretend to be any other member that may draw.
  public static let signedEvery: UInt64 = 32

  /// Whether only the origin can have sent it. Every envelope counts as proved if the call needs no
  /// seal.
  var isProved: Bool { sealed == nil || number.isMultiple(of: Self.signedEvery) }

  /// Creates an envelope.
  ///
  /// - Parameters:
  ///   - sealed: see ``sealed``; nil for an envelope that this member has not sealed yet, and in a
  ///     call without a seal.
  ///   - mode: see ``mode``; `Call` sets it when it receives the envelope.
  public init(
    origin: MemberID, number: UInt64, to: EnvelopeDestination, body: [UInt8],
    sealed: [UInt8]? = nil, mode: DeliveryMode = .reliable
  ) {
    self.origin = origin
    self.number = number
    self.to = to
    self.body = body
    self.sealed = sealed
    self.mode = mode
  }

  /// Returns the envelope as it goes over links: its body is the sealed bytes.
  public func travelling(as sealed: [UInt8]) -> Envelope {
    Envelope(origin: origin, number: number, to: to, body: sealed, mode: mode)
  }

  /// Returns an envelope that came over a link, after the seal has opened it. Its ``body`` is the
  /// given content; its ``sealed`` is the body that arrived.
  public func opened(as body: [UInt8]) -> Envelope {
    Envelope(origin: origin, number: number, to: to, body: body, sealed: self.body, mode: mode)
  }
}

/// The numbers of one origin's envelopes. A signature takes longer than the rest of sealing. So
/// only two kinds of envelopes get a number that is signed: envelopes that need a signature, and a
/// few envelopes that show the receivers how far the numbers have come.
struct EnvelopeNumbers: Hashable, Sendable {
  private var last: UInt64 = 0
  private var lastSigned: UInt64 = 0

  /// When the numbers have advanced by this many since the last signed number, the next is signed.
  static let unsignedMax: UInt64 = 512

  mutating func next(isSigned: Bool) -> UInt64 {
    let every = Envelope.signedEvery
    if isSigned || last - lastSigned >= Self.unsignedMax {
      last += every - last % every
      lastSigned = last
    } else {
      last += (last + 1).isMultiple(of: every) ? 2 : 1
    }
    return last
  }
}

/// The members of a call that an envelope or a piece is for.
public enum EnvelopeDestination: Hashable, Sendable {
  /// All members of the call.
  case everyone
  /// These members, in ascending order; the list may be empty.
  case only([MemberID])

  /// At most this many members may be named: as many as a call may have.
  public static let membersMax = Roster.membersMax

  func includes(_ member: MemberID) -> Bool {
    switch self {
    case .everyone: true
    case .only(let members): members.contains(member)
    }
  }
}

/// A message between two neighbours.
public enum LinkMessage: Hashable, Sendable {
  /// The first message in either direction: the sender, and its path to the root.
  case hello(MemberID, path: [MemberID])
  /// From an upstream: its new path to the root.
  case path([MemberID])
  /// Stored behind a reference, because the same envelope goes over many links.
  indirect case envelope(Envelope)
  /// Proves that the link is alive. The receiver does not answer, since both sides send it.
  case alive
  /// Asks for a pong of the same number, to measure the round trip.
  case ping(UInt64)
  /// The answer to the ping of this number.
  case pong(UInt64)
  /// The reason why the link is about to be closed.
  case refused(LinkRefusal)
  /// The sender receives datagrams at the address at which it was dialled. Transports say this to each
  /// other; a call ignores it.
  case datagrams

  /// How the message is sent: a link may drop an unreliable message, and only such a message.
  public var mode: DeliveryMode {
    if case .envelope(let envelope) = self { envelope.mode } else { .reliable }
  }
}

/// The reason why a member refuses a link.
public enum LinkRefusal: Error, Hashable, Sendable {
  /// The dialler is above the dialled member in the tree: the link would close a ring.
  case ownSubtree
  /// The dialler dialled itself.
  case oneself
  /// Another link between the two members is kept.
  case double
  /// No more links are accepted.
  case full
}
