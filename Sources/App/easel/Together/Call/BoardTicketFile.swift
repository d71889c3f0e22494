import EaselPlatform
import GroupSecurity
import Synchronization

/// The way into the call of others in which a board is open, for the same user's other runs: a ticket
/// in a file beside the board that only its owner can read, for as long as it is open there.
final class BoardTicketFile: Sendable {
  /// Where it lies.
  private let path = Mutex<String?>(nil)

  /// - Parameters:
  ///   - ticket: nil where nobody can come.
  ///   - board: nil where none of the call's is open any more.
  func keep(_ ticket: Ticket?, beside board: String?) throws(UserError) {
    let new = ticket == nil ? nil : board.map { Self.path(beside: $0) }
    let old = path.withLock { path in
      defer { path = new }
      return path
    }
    if let old, old != new { unlink(old) }
    if let new, let ticket { try TicketFile.write(ticket.text + "\n", to: new) }
  }

  /// Nil where there is none.
  static func read(beside board: String) -> Ticket? {
    do {
      let file = path(beside: board)
      guard let bytes = try FileSystem.readOwn(file, limit: Ticket.textBytesMax + 1) else {
        return nil
      }
      return try Ticket(String(decoding: bytes, as: UTF8.self).trimmingNewline)
    } catch { return nil }
  }

  /// Of a run that ended unasked: whoever holds the board knows that no other run has it in a call.
  static func forget(beside board: String) {
    if read(beside: board) != nil { unlink(path(beside: board)) }
  }

  private static func path(beside board: String) -> String { board + ".way" }
}

extension String {
  fileprivate var trimmingNewline: String { last == "\n" ? String(dropLast()) : self }
}
