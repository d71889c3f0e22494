import EaselBase

/// Moves opaque bytes between this process and its neighbours: a socket, a pipe, another part of the
/// same process.
///
/// What is a whole message to `send` arrives as one `received`, in order, unchanged, or the link
/// closes; where the far side is only a stream of bytes, framing is the transport's business. It
/// knows neither members nor calls nor what the bytes mean, and never opens a link again by itself,
/// except where it is made for that: members who meet in one place, of whom the first listens.
///
/// Methods may be called from any thread, return at once, and hand no event on before they have
/// returned: who calls them holds a lock that events need.
public protocol Transport: AnyObject, Sendable {
  /// Begins to listen, where it was made to, and hands events on: those of one link one at a time
  /// and in order. While an event is being taken the link reads no further, so that a neighbour
  /// cannot send faster than this process works.
  func start(_ take: @escaping @Sendable (TransportEvent) -> Void)

  /// Whether an address is of this transport's kind.
  func reaches(_ address: String) -> Bool

  /// Whether an address may be dialled because a member said that it listens there: anybody in the call
  /// can say so of any address.
  func mayDialAnnounced(_ address: String) -> Bool

  /// Whether an address that led to somebody may be dialled again unasked: not where each dial asks a
  /// person.
  func mayRedial(_ address: String) -> Bool

  /// How long a dial may take before there is no more to hope for, milliseconds.
  var dialMax: Int64 { get }

  /// Makes a connection. What comes of it is told as `opened` or `closed`.
  ///
  /// - Returns: its name, which this transport gives to no other link.
  func dial(_ address: String) -> LinkID

  /// Sends one message of at most `TransportLimits.messageBytesMax` bytes.
  ///
  /// - Returns: whether it was taken. False where it is larger, where
  ///   `TransportLimits.waitingBytesMax` would be exceeded because the neighbour does not read, or
  ///   where there is no such link.
  func send(_ bytes: [UInt8], over link: LinkID) -> Bool

  /// Takes messages of at most so many bytes over a link from now on. Who sends a larger one is told
  /// the last words, where there are any, and the link is closed before any of it is kept. Every link
  /// begins with `TransportLimits.messageBytesMax`; while `opened` is being taken nothing was read yet.
  func limitMessages(over link: LinkID, to bytes: Int, lastWords: [UInt8]?)

  /// Who is at the other end of a link, as far as the way itself tells: the same for one machine, or
  /// one user of this machine. Asked while an event of the link is being taken; nil where nothing is
  /// known, and of the user's own.
  func source(of link: LinkID) -> String?

  /// Who has proved to be at the other end of a link; nil where nobody has to.
  func neighbour(of link: LinkID) -> MemberID?

  /// What waits for a neighbour; nothing where there is no such link.
  func backlog(of link: LinkID) -> Backlog

  /// Does something once what was sent while an event is being taken is on its way: who is woken before
  /// would take the processor from it.
  ///
  /// - Returns: false where no event is being taken, and nothing will be done.
  func afterSending(_ act: @escaping @Sendable () -> Void) -> Bool

  /// Closes a link once what was taken for it is sent, for which a neighbour that does not read is
  /// given `TransportLimits.lingerMax`. `closed` does not follow.
  func close(_ link: LinkID)

  /// Closes every link likewise and listens no more. No event follows.
  ///
  /// - Parameter done: called once, from any thread, when all that was taken is sent or given up.
  func stop(_ done: @escaping @Sendable () -> Void)
}

extension Transport {
  public func mayDialAnnounced(_ address: String) -> Bool { reaches(address) }
  public func mayRedial(_ address: String) -> Bool { true }

  public var dialMax: Int64 { TransportLimits.dialMax }

  /// Where neighbours are trusted to send no more than there is to send.
  public func limitMessages(over link: LinkID, to bytes: Int, lastWords: [UInt8]?) {}

  public func source(of link: LinkID) -> String? { nil }

  public func neighbour(of link: LinkID) -> MemberID? { nil }

  /// Of a transport that does not know, its own limit is all there is.
  public func backlog(of link: LinkID) -> Backlog { Backlog() }

  /// Where what is sent is on its way at once.
  public func afterSending(_ act: @escaping @Sendable () -> Void) -> Bool { false }

  /// Where nobody waits for what is still to be sent.
  public func stop() { stop {} }
}

/// What comes from a transport.
public enum TransportEvent: Hashable, Sendable {
  /// Where this process can be dialled from now on; each word replaces the last.
  case listens([String])
  case opened(LinkID, isDialled: Bool)
  case received([UInt8], over: LinkID)
  /// Closed by the other side, or with what is wrong: broken, or never made. The last that is heard
  /// of the link.
  case closed(LinkID, TransportFault?)
}

/// What every transport keeps to.
public enum TransportLimits {
  /// One message, as it is handed to a transport.
  public static let messageBytesMax = 64 * 1_024
  /// What waits for one neighbour; more than a member itself may have on its way.
  public static let waitingBytesMax = 8 << 20
  /// Milliseconds, where nobody has to log in first.
  public static let dialMax: Int64 = 3_000
  /// Milliseconds.
  public static let lingerMax: Int64 = 1_000
}
