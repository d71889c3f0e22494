import EaselPlatform
import GroupSecurity
import Synchronization
import SystemFiles

/// A file beside a board that is open in another host's call. The file holds a ticket, with which
/// the same user's other runs join that call. Only its owner can read the file, and it exists only
/// while the board is open in the call.
package final class BoardTicketFile: Sendable {
  /// The first line of the file; the signature and the ticket follow. Files of versions that were
  /// never released hold the ticket alone.
  private static let heading = "easel way 1\n"
  /// The path of the file.
  private let path = Mutex<String?>(nil)
  private let signature: OwnFileSignature

  package init(_ signature: OwnFileSignature) { self.signature = signature }

  /// - Parameters:
  ///   - ticket: nil if no other run can join.
  ///   - board: nil if no board of the call is open any more.
  package func write(_ ticket: Ticket?, beside board: String?) throws(UserError) {
    let new = ticket == nil ? nil : board.map { Self.path(beside: $0) }
    let old = path.withLock { path in
      defer { path = new }
      return path
    }
    if let old, old != new { unlink(old) }
    guard let new, let ticket else { return }
    if Self.isUnreleased(new) { throw .unreleasedTicketFile(new) }
    let bytes = try signature.signed(Array((ticket.text + "\n").utf8), under: Self.heading)
    do throws(FileError) {
      try PrivateFile.replace(new, with: bytes)
    } catch { throw .cannot("write", new, error) }
  }

  /// Reads the ticket; returns nil if there is none, or another identity made the file.
  package static func read(beside board: String, madeBy identity: Identity) -> Ticket? {
    do {
      guard let bytes = try bytes(of: path(beside: board)) else { return nil }
      return try ticket(in: OwnFileSignature(identity).content(of: bytes, under: heading))
    } catch { return nil }
  }

  /// Returns whether the file is of a version that was never released.
  private static func isUnreleased(_ file: String) -> Bool {
    do {
      guard let bytes = try bytes(of: file), !bytes.starts(with: heading.utf8) else { return false }
      _ = try ticket(in: bytes)
      return false
    } catch { return error as? TicketError == .unreleasedVersion }
  }

  private static func bytes(of file: String) throws(FileError) -> [UInt8]? {
    try PrivateFile.read(file, limit: Ticket.textBytesMax + 128)
  }

  private static func ticket(in content: [UInt8]) throws -> Ticket {
    try Ticket(String(decoding: content, as: UTF8.self).trimmingNewline)
  }

  /// Removes the file that a run left behind when it ended unexpectedly. The calling process has
  /// had the board open, so no other run has the board open in a call.
  static func forget(beside board: String) {
    do {
      guard let bytes = try bytes(of: path(beside: board)) else { return }
      _ = try ticket(in: OwnFileSignature.parts(of: bytes, under: heading).content)
      unlink(path(beside: board))
    } catch { return }
  }

  private static func path(beside board: String) -> String { board + ".way" }
}

extension String {
  fileprivate var trimmingNewline: String { last == "\n" ? String(dropLast()) : self }
}
