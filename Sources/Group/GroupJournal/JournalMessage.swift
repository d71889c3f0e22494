import EaselBase

/// A message between two participants that use a journal. All kinds travel as session messages with
/// one literal name, so that the messages of one sender stay in their order.
package enum JournalMessage: Hashable, Sendable {
  case hello(JournalHello)
  case list(JournalList)
  /// A request for the header of an attachment, which has the index 0, or for the chunk `index - 1`.
  case want(Bytes16, index: Int)
  case chunk(Bytes16, index: Int, [UInt8])
  /// The sender does not have the header or the chunk that the receiver wants.
  case lacks(Bytes16, index: Int)
  /// The sender has complete copies of these attachments now.
  case have([Bytes16], isFull: Bool)
  /// The sender uses its journal no longer.
  case bye

  /// The name of all messages on the wire. A program without a journal drops such messages.
  package static let wireName = "journal"

  /// The name of the kind of the message.
  package var name: String {
    switch self {
    case .hello: "journal.hello"
    case .list: "journal.list"
    case .want: "journal.want"
    case .chunk: "journal.chunk"
    case .lacks: "journal.lacks"
    case .have: "journal.have"
    case .bye: "journal.bye"
    }
  }

  /// The names of all kinds, in the order of their numbers on the wire.
  package static let names = [
    "journal.hello", "journal.list", "journal.want", "journal.chunk", "journal.lacks",
    "journal.have", "journal.bye",
  ]
}

/// The first message of a participant to another one, and the answer to it.
package struct JournalHello: Hashable, Sendable {
  /// The public key with which the sender signs its list.
  package let key: [UInt8]
  /// The versions of the lists that the sender knows.
  package let versions: [Version]
  /// The attachments of which the sender has complete copies.
  package let complete: [Bytes16]
  /// Whether the sender has no room for copies.
  package let isFull: Bool
  package let isAnswer: Bool

  package init(
    key: [UInt8], versions: [Version], complete: [Bytes16], isFull: Bool, isAnswer: Bool
  ) {
    (self.key, self.versions, self.complete) = (key, versions, complete)
    (self.isFull, self.isAnswer) = (isFull, isAnswer)
  }

  /// The version of the list that is signed with a key.
  package struct Version: Hashable, Sendable {
    package let key: [UInt8]
    package let version: UInt64

    package init(key: [UInt8], version: UInt64) { (self.key, self.version) = (key, version) }
  }
}
