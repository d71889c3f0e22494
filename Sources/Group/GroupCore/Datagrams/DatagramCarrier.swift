import GroupBase

/// A transport that can send datagrams beside its links.
///
/// It knows nothing of their content. The layer above finds the link of each by the content, and proves
/// it before it answers.
public protocol DatagramCarrier: Transport {
  /// Starts to hand on the datagrams that arrive, with their sources. Call it before `start`. The
  /// thread is that of the events.
  func receiveDatagrams(_ receive: @escaping @Sendable ([UInt8], DatagramAddress) -> Void)

  /// Reads a datagram of a link, unless the neighbour has used up its time and others need the time.
  /// Then the datagram is dropped.
  ///
  /// - Parameter read: returns whether the datagram holds a new message.
  func readDatagram(of link: LinkID, _ read: () -> Bool)

  /// Prepares datagrams beside a link, while an event of the link is handled.
  ///
  /// - Returns: nil if this side cannot send any.
  func openDatagrams(of link: LinkID) -> DatagramEnd?

  /// Sends a datagram. It is lost if the network or the system has no room for it.
  ///
  /// - Parameter link: the link whose datagrams were opened.
  func sendDatagram(_ bytes: [UInt8], to address: DatagramAddress, of link: LinkID)

  /// Ends the datagrams of a link.
  func closeDatagrams(of link: LinkID)
}

/// Which end of a link's datagrams this side is.
public enum DatagramEnd: Hashable, Sendable {
  /// This side dialled the link, which is connected to this address.
  case dialling(DatagramAddress)
  /// This side listens, and receives datagrams at the port at which it was dialled.
  case listening
}
