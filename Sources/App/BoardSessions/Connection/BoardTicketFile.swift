import EaselPlatform
import GroupSecurity
import Synchronization
import SystemFiles

/// A file beside a board that is open in another host's call. The file holds a ticket, with which
/// the same user's other runs join that call. Only its owner can read the file, and it exists only
/// while the board is open in the call.
package final class BoardTicketFile: Sendable {
  /// The first line of the file; the ticket follows. Files of versions that were never released hold
  /// the ticket alone.
  private static let heading = "easel way 1\n"
  /// The path of the file.
  private let path = Mutex<String?>(nil)

  /// - Parameters:
  ///   - ticket: nil if no other run can join.
  ///   - board: nil if no board of the call is open any more.
  func write(_ ticket: Ticket?, beside board: String?) throws(UserError) {
    let new = ticket == nil ? nil : board.map { Self.path(beside: $0) }
    let old = path.withLock { path in
      defer { path = new }
      return path
    }
    if let old, old != new { unlink(old) }
    guard let new, let ticket else { return }
    if Self.isUnreleased(new) { throw .unreleasedTicketFile(new) }
    do throws(FileError) {
      try PrivateFile.replace(new, with: Array((Self.heading + ticket.text + "\n").utf8))
    } catch { throw .cannot("write", new, error) }
  }

  /// Reads the ticket; returns nil if there is none.
  package static func read(beside board: String) -> Ticket? {
    do {
      guard let text = try text(of: path(beside: board)), text.hasPrefix(heading) else {
        return nil
      }
      return try Ticket(String(text.dropFirst(heading.count)).trimmingNewline)
    } catch { return nil }
  }

  /// Returns whether the file is of a version that was never released.
  private static func isUnreleased(_ file: String) -> Bool {
    do {
      guard let text = try text(of: file), !text.hasPrefix(heading) else { return false }
      _ = try Ticket(text.trimmingNewline)
      return false
    } catch { return error as? TicketError == .unreleasedVersion }
  }

  private static func text(of file: String) throws(FileError) -> String? {
    let limit = heading.utf8.count + Ticket.textBytesMax + 1
    return try PrivateFile.read(file, limit: limit).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Removes the file that a run left behind when it ended unexpectedly. The calling process has
  /// had the board open, so no other run has the board open in a call.
  static func forget(beside board: String) {
    if read(beside: board) != nil { unlink(path(beside: board)) }
  }

  private static func path(beside board: String) -> String { board + ".way" }
}

extension String {
  fileprivate var trimmingNewline: String { last == "\n" ? String(dropLast()) : self }
}
