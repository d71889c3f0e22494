import EaselPlatform
import GroupSecurity
import Synchronization
import SystemFiles

/// Leads the same user's other runs into another host's call in which a board is open. It is a
/// ticket in a file beside the board, readable only by its owner, for as long as the board is open
/// there.
package final class BoardTicketFile: Sendable {
  /// The path of the file.
  private let path = Mutex<String?>(nil)

  /// - Parameters:
  ///   - ticket: nil if no other run can come.
  ///   - board: nil if no board of the call is open any more.
  func write(_ ticket: Ticket?, beside board: String?) throws(UserError) {
    let new = ticket == nil ? nil : board.map { Self.path(beside: $0) }
    let old = path.withLock { path in
      defer { path = new }
      return path
    }
    if let old, old != new { unlink(old) }
    guard let new, let ticket else { return }
    do throws(FileError) {
      try PrivateFile.replace(new, with: Array((ticket.text + "\n").utf8))
    } catch { throw .cannot("write", new, error) }
  }

  /// Reads the ticket; returns nil if there is none.
  package static func read(beside board: String) -> Ticket? {
    do {
      let file = path(beside: board)
      guard let bytes = try PrivateFile.read(file, limit: Ticket.textBytesMax + 1) else {
        return nil
      }
      return try Ticket(String(decoding: bytes, as: UTF8.self).trimmingNewline)
    } catch { return nil }
  }

  /// Removes the file of a run that ended unexpectedly: a process that holds the board knows that
  /// no other run has the board open in a call.
  static func forget(beside board: String) {
    if read(beside: board) != nil { unlink(path(beside: board)) }
  }

  private static func path(beside board: String) -> String { board + ".way" }
}

extension String {
  fileprivate var trimmingNewline: String { last == "\n" ? String(dropLast()) : self }
}
