import EaselBase

/// Bytes on their way from one member of a call to others.
public struct Envelope: Hashable, Sendable {
  public let origin: MemberID
  /// 1, 2, 3 … in the order in which its origin sent them: by it a double is known.
  public let number: UInt64
  public let to: Destination
  /// What the bytes mean is no business of those that pass them on, unchanged.
  public let body: [UInt8]
  /// What goes over links in place of the body, where the call has a ``Seal``: as its origin sealed
  /// it.
  public let sealed: [UInt8]?

  /// A ``Seal`` has those signed by their origin whose number is a multiple of this. In the others who may
  /// draw can pass for anybody else who may.
  public static let signedEvery: UInt64 = 32

  /// Whether nobody else can have said it: so it is of all where no seal is needed.
  var isProved: Bool { sealed == nil || number.isMultiple(of: Self.signedEvery) }

  public init(
    origin: MemberID, number: UInt64, to: Destination, body: [UInt8], sealed: [UInt8]? = nil
  ) {
    self.origin = origin
    self.number = number
    self.to = to
    self.body = body
    self.sealed = sealed
  }

  /// As it goes over links.
  public func travelling(as sealed: [UInt8]) -> Envelope {
    Envelope(origin: origin, number: number, to: to, body: sealed)
  }

  /// As its origin meant it, where it came over a link.
  public func opened(as body: [UInt8]) -> Envelope {
    Envelope(origin: origin, number: number, to: to, body: body, sealed: self.body)
  }
}

/// The numbers of one origin's envelopes. A signature takes longer than all else that sealing does, so
/// that only those have a number with one that need it, and some by which others see how far the numbers
/// have come.
struct EnvelopeNumbers: Hashable, Sendable {
  private var last: UInt64 = 0
  private var lastSigned: UInt64 = 0

  /// As many follow one that is signed, at the most.
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

/// Which members of a call something is for.
public enum Destination: Hashable, Sendable {
  case everyone
  /// In ascending order.
  case only([MemberID])

  /// As many may be named; as many members a call has.
  public static let membersMax = Roster.membersMax

  func includes(_ member: MemberID) -> Bool {
    switch self {
    case .everyone: true
    case .only(let members): members.contains(member)
    }
  }
}

/// What two neighbours say to each other.
public enum LinkMessage: Hashable, Sendable {
  /// The first message in either direction: who is there, and the path from there to the root.
  case hello(MemberID, path: [MemberID])
  /// From an upstream: its path to the root is another now.
  case path([MemberID])
  /// Behind a reference: the same goes over many links.
  indirect case envelope(Envelope)
  /// Proves that the link lives; answered by nothing, since both sides send it.
  case alive
  /// Asks for a pong of the same number, to see how long the way is.
  case ping(UInt64)
  case pong(UInt64)
  /// Why the link is about to be closed.
  case refused(LinkRefusal)
}

public enum LinkRefusal: Hashable, Sendable {
  /// The dialler stands above the dialled: the link would close a ring.
  case ownSubtree
  /// The dialler is the dialled.
  case oneself
  /// Another link between the two is kept.
  case double
  /// No more links are taken.
  case full
}
