import BoardStore
import Codec
import Glibc
import Log

/// A board's file as this process has it open.
final class FileLedger: Ledger {
  /// Nil once closed: the last reference holds the board for this process.
  private var file: BoardFile?

  init(_ file: BoardFile) { self.file = file }

  func append(_ entries: [Entry], by people: [Participant]) throws {
    guard !entries.isEmpty || !people.isEmpty else { return }
    guard let file else { throw Refusal("the board is closed.") }
    try file.append(entries.map { KeptEntry($0, bytes: $0.encoded()) }, by: people)
  }

  func rename(to name: BoardName) throws(BoardError) { try file?.rename(to: name.string) }

  func close() {
    // All that was appended is on disk already; what is left is tidying, which the next one who
    // opens it does as well.
    defer { file = nil }
    do { try file?.close() } catch { return }
  }
}

extension Holder {
  /// This process.
  static var own: Holder {
    var host = [CChar](repeating: 0, count: 256)
    gethostname(&host, host.count - 1)
    let terminal = (0...2).lazy.compactMap { ttyname($0) }.first.map { String(cString: $0) }
    return Holder(
      process: getpid(), user: User.login ?? "",
      host: String(decoding: host.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self),
      terminal: terminal ?? "")
  }
}
