import EaselBase
import GroupBase

/// Moves opaque bytes between this process and its neighbours: over a socket, a pipe, or within the
/// same process.
///
/// Each message passed to `send` arrives as one `received` event, in order and unchanged, or the
/// link closes. If the other side is only a stream of bytes, the transport does the framing. It
/// knows neither members nor calls nor the meaning of the bytes. It never reopens a link by itself.
/// The only exception is a transport for members that meet in one place, where the first member
/// listens.
///
/// Methods may be called from any thread and return at once. They deliver no event before they
/// return, because the caller holds a lock that event handlers need.
public protocol Transport: AnyObject, Sendable {
  /// Starts to listen, if the transport was made to listen, and delivers events. The events of one
  /// link arrive in order, one at a time. While an event is handled, the transport reads no further
  /// from that link, so that a neighbour cannot send faster than this process works.
  func start(_ receive: @escaping @Sendable (TransportEvent) -> Void)

  /// The medium of all links of this transport; nil if it is unknown.
  var medium: LinkMedium? { get }

  /// Returns whether an address is of this transport's kind.
  func reaches(_ address: String) -> Bool

  /// Returns whether an address may be dialled because a member announced that it listens there.
  /// Any member of the call can announce any address.
  func mayDialAnnounced(_ address: String) -> Bool

  /// Returns whether an address that led to a member may be dialled again without asking the user.
  /// False if each dial asks a person at the other end.
  func mayRedial(_ address: String) -> Bool

  /// The longest time for a dial, after which it counts as failed.
  var dialMax: Duration { get }

  /// Makes a connection. The result follows as `opened` or `closed`.
  ///
  /// - Returns: the ID of the link, which this transport gives to no other link.
  func dial(_ address: String) -> LinkID

  /// Makes a connection to an address that a member announced, or to one that led to a member. The
  /// transport judges the address at the moment of dialling, when names are resolved.
  ///
  /// - Returns: the ID of the link, which this transport gives to no other link.
  func dialAnnounced(_ address: String) -> LinkID

  /// Sends one message of at most `TransportLimits.messageBytesMax` bytes.
  ///
  /// - Returns: whether the message was accepted. False if the message is larger, if the neighbour
  ///   does not read and `TransportLimits.waitingBytesMax` would be exceeded, or if the link does
  ///   not exist.
  func send(_ bytes: [UInt8], over link: LinkID) -> Bool

  /// Sends one message as ``send(_:over:)-([UInt8],_)`` does. While the body waits for several
  /// links, the transport holds one copy of it.
  func send(_ frame: LinkFrame, over link: LinkID) -> Bool

  /// Returns the longest message that ``sendLossy(_:over:)`` sends as a datagram over a link now, in
  /// bytes; 0 where all messages take the stream.
  func lossyBytesMax(over link: LinkID) -> Int

  /// Sends one message that may be lost. It arrives whole or not at all, perhaps twice, and perhaps
  /// after a message that was sent later. It does not wait for messages that were sent before.
  ///
  /// - Returns: whether the message was accepted.
  func sendLossy(_ bytes: [UInt8], over link: LinkID) -> Bool

  /// Accepts only messages of at most this many bytes over a link from now on. If the neighbour
  /// sends a larger message, the transport sends it the last words, if there are any, and closes
  /// the link before it keeps any of that message. Every link begins with
  /// `TransportLimits.messageBytesMax`. While `opened` is handled, nothing has been read yet.
  func limitMessages(over link: LinkID, to bytes: Int, lastWords: [UInt8]?)

  /// Returns the source of a link, as far as the connection itself shows it. All links from one
  /// machine, or from one user of this machine, have the same source. It is called while an event
  /// of the link is handled. Nil if nothing is known, as for a pipe.
  func source(of link: LinkID) -> String?

  /// Returns the member that proved its identity at the other end of a link; nil if no proof is
  /// needed.
  func neighbour(of link: LinkID) -> MemberID?

  /// Returns the bytes queued for a neighbour; an empty backlog if the link does not exist.
  func backlog(of link: LinkID) -> Backlog

  /// The memory of all data that waits for neighbours, in bytes. Data of links that are being
  /// closed counts as well, and data that links share counts once.
  var held: Int { get }

  /// Performs an action once the messages that were sent during the current event are on their way.
  /// If the action woke another thread earlier, that thread would delay the sending.
  ///
  /// - Returns: false if no event is being handled; the action is then not performed.
  func afterSending(_ act: @escaping @Sendable () -> Void) -> Bool

  /// Closes a link once all messages accepted for it are sent. A neighbour that does not read gets
  /// `TransportLimits.lingerMax` for this. `closed` does not follow.
  func close(_ link: LinkID)

  /// Closes a link at once. The messages that wait for the neighbour are lost, and their memory is
  /// free when this method returns. `closed` does not follow.
  func cut(_ link: LinkID)

  /// Closes every link as ``close(_:)`` does, and stops listening. No event follows.
  ///
  /// - Parameter done: called once, from any thread, when all accepted messages are sent or given
  ///   up.
  func stop(_ done: @escaping @Sendable () -> Void)
}

extension Transport {
  /// Nil: the transport does not know it.
  public var medium: LinkMedium? { nil }
  /// Returns whether the address is of this transport's kind.
  public func mayDialAnnounced(_ address: String) -> Bool { reaches(address) }
  /// Dials the address like an address of the user.
  public func dialAnnounced(_ address: String) -> LinkID { dial(address) }
  /// Returns true.
  public func mayRedial(_ address: String) -> Bool { true }

  /// The default, `TransportLimits.dialMax`.
  public var dialMax: Duration { TransportLimits.dialMax }

  /// Returns 0: for a transport without datagrams.
  public func lossyBytesMax(over link: LinkID) -> Int { 0 }

  /// Sends the message as ``send(_:over:)-([UInt8],_)`` does: for a transport without datagrams.
  public func sendLossy(_ bytes: [UInt8], over link: LinkID) -> Bool { send(bytes, over: link) }

  /// Does nothing: for transports whose neighbours are trusted to send only reasonable sizes.
  public func limitMessages(over link: LinkID, to bytes: Int, lastWords: [UInt8]?) {}

  /// Returns nil: the transport does not know its sources.
  public func source(of link: LinkID) -> String? { nil }

  /// Returns nil: the transport requires no proof of identity.
  public func neighbour(of link: LinkID) -> MemberID? { nil }

  /// Sends the bytes in one piece: for a transport that shares nothing among its links.
  public func send(_ frame: LinkFrame, over link: LinkID) -> Bool { send(frame.bytes, over: link) }

  /// Closes the link like ``close(_:)``: for a transport in which nothing waits.
  public func cut(_ link: LinkID) { close(link) }

  /// Zero: for a transport that does not know it. Only the limits of each link apply then.
  public var held: Int { 0 }

  /// Returns an empty backlog: for a transport that does not know it. Only the transport's own
  /// limit applies then.
  public func backlog(of link: LinkID) -> Backlog { Backlog() }

  /// Returns false: for a transport whose messages are on their way at once.
  public func afterSending(_ act: @escaping @Sendable () -> Void) -> Bool { false }

  /// Stops without waiting for the messages that are still to be sent.
  public func stop() { stop {} }
}

/// An event from a transport.
public enum TransportEvent: Hashable, Sendable {
  /// The addresses at which this process can be dialled from now on. Each event replaces the last.
  case listens([String])
  /// A link was made: by this side if `isDialled` is true, else by the neighbour.
  case opened(LinkID, isDialled: Bool)
  /// A message arrived over a link.
  case received([UInt8], over: LinkID)
  /// A message arrived as a datagram beside a link: perhaps twice, perhaps out of order.
  case receivedLossy([UInt8], over: LinkID)
  /// Datagrams beside a link came into use, or went out of use.
  case mediumChanged(LinkID)
  /// The link closed: the other side closed it, or the fault tells why it broke or was never made.
  /// This is the last event of the link.
  case closed(LinkID, TransportFault?)
}

/// The limits of every transport.
public enum TransportLimits {
  /// The maximum size of one message that is passed to a transport, in bytes.
  public static let messageBytesMax = 64 * 1_024
  /// The maximum number of bytes that a transport queues for one neighbour.
  public static let waitingBytesMax = 8 << 20
  /// The longest time for a dial over a transport that needs no login.
  public static let dialMax = Duration.seconds(3)
  /// The longest time that a closed link waits for a neighbour that does not read.
  public static let lingerMax = Duration.seconds(1)
  /// The longest time that a closed link waits for a neighbour that reads slowly.
  public static let closingMax = Duration.seconds(30)
  /// The most data of closed links that still goes out, in bytes. Beyond it, the link that was
  /// closed first is cut.
  public static let closingBytesMax = 8 << 20
}
