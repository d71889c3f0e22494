import EaselBase
import SystemFiles

/// The process that has a board open for writing, and its user.
package struct Holder: Hashable, Sendable {
  package var process: Int32
  package var user: String
  package var host: String
  /// The terminal's device; empty without a terminal.
  package var terminal: String

  package init(process: Int32, user: String, host: String, terminal: String) {
    self.process = process
    self.user = user
    self.host = host
    self.terminal = terminal
  }

  /// Returns the process that has made the lock file beside a board; nil if there is no such file. The
  /// process may have ended since.
  package static func read(beside board: String) -> Holder? {
    do throws(FileError) {
      let bytes = try FileSystem.read(board + ".lock", limit: 1_024)
      return Holder(reading: String(decoding: bytes, as: UTF8.self))
    } catch { return nil }
  }

  /// The content of the lock file beside the board: four lines.
  var lines: String { "\(process)\n\(user)\n\(host)\n\(terminal)\n" }

  /// Reads the lines of a lock file; accepts any content.
  init(reading lines: String) {
    let fields = lines.split(separator: "\n", omittingEmptySubsequences: false)
      .map { SafeText(String($0), limit: .title).string }
    func field(_ index: Int) -> String { index < fields.count ? fields[index] : "" }
    self.init(
      process: Int32(field(0)) ?? 0, user: field(1), host: field(2), terminal: field(3))
  }
}
