import EaselBase
import Foundation
import GroupJournal
import Synchronization

/// Attachments of a session: pictures, texts and files that are too large for messages. Everybody in
/// the session, and everybody who joins later, sees the list and loads what it wants.
///
/// There is no server. The programs in the session that make a journal hold the attachments, each in
/// a file without a name. So an attachment outlives the participant that added it, as long as another
/// such program has a copy. Programs copy the first 64 MiB without being asked. If the last holder
/// has left, ``Attachment/load(_:)`` throws ``GroupSessionJournalError/attachmentLost(bytes:)``.
///
/// An attachment has at most 100 MiB, a participant at most 64 attachments and 256 MiB, a session
/// 512 MiB. Metadata have at most 64 KiB each, and 1 MiB in a session.
///
/// ```swift
/// let journal = GroupSessionJournal(session: session)
/// Task {
///   for await attachments in journal.attachments { show(attachments) }
/// }
/// try await journal.add(picture, metadata: position)
/// ```
public final class GroupSessionJournal: Sendable {
  private let runner: JournalRunner

  /// Creates the journal of a session, before or after joining. All journals of one session object
  /// are one.
  public init<Activity>(session: GroupSession<Activity>) where Activity: GroupActivity {
    runner = session.journal.runner { JournalRunner(session) }
  }

  /// Adds a value. Returns when this program keeps it; the other participants load it later.
  ///
  /// - Throws: a ``GroupSessionJournalError``, ``GroupSessionError/notJoined``, or the error of
  ///   exporting the value.
  @discardableResult
  public func add<ItemType>(_ item: ItemType) async throws -> Attachment
  where ItemType: Transferable {
    try await add(item, encoded: nil)
  }

  /// Adds a value with metadata, which everybody has before loading the value. See ``add(_:)``.
  @discardableResult
  public func add<ItemType, MetadataType>(
    _ item: ItemType, metadata: MetadataType
  ) async throws -> Attachment where ItemType: Transferable, MetadataType: Codable {
    try await add(item, encoded: Coding.message(metadata))
  }

  private func add<ItemType: Transferable>(
    _ item: ItemType, encoded metadata: [UInt8]?
  ) async throws -> Attachment {
    let content = Array(try await item.exported())
    let type = ItemType.transferRepresentation.contentType.identifier
    return Attachment(
      try runner.add(content, contentType: type, metadata: metadata), runner)
  }

  /// Removes an attachment for everybody. Only the participant that added it may remove it.
  ///
  /// - Throws: a ``GroupSessionJournalError``, or ``GroupSessionError/notJoined``.
  public func remove(attachment: Attachment) async throws {
    try runner.remove(attachment.attachment.id)
  }

  /// The attachments of the session, now and after each change.
  public var attachments: Attachments { Attachments(runner: runner) }

  /// The lists of attachments. Each element is the complete list, in the order of adding. They end
  /// with the session, or when the task is cancelled.
  public struct Attachments: AsyncSequence, Sendable {
    /// A complete list.
    public typealias Element = [Attachment]
    fileprivate let runner: JournalRunner

    /// Creates an iterator, whose first element is the present list. If several lists come between
    /// two requests, it returns only the last.
    public func makeAsyncIterator() -> Iterator {
      Iterator(lists: runner.attachments().makeAsyncIterator(), runner: runner)
    }

    /// Reads the lists of an ``GroupSessionJournal/Attachments`` value.
    public struct Iterator: AsyncIteratorProtocol {
      fileprivate var lists: AsyncStream<[JournalAttachment]>.Iterator
      fileprivate let runner: JournalRunner

      /// Returns the next list, or nil when no more will come.
      public mutating func next(isolation actor: isolated (any Actor)?) async -> [Attachment]? {
        await lists.next(isolation: actor)?.map { Attachment($0, runner) }
      }

      /// Returns the next list, or nil when no more will come.
      public mutating func next() async -> [Attachment]? { await next(isolation: #isolation) }
    }
  }
}

/// The journal of a session object. It lives as long as the session object, so that a second
/// ``GroupSessionJournal`` continues the first.
final class SharedJournal: Sendable {
  private let made = Mutex<JournalRunner?>(nil)

  func runner(_ make: () -> JournalRunner) -> JournalRunner {
    made.withLock { made in
      if let made { return made }
      let runner = make()
      made = runner
      return runner
    }
  }
}
