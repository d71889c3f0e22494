import BoardCodec
import BoardLog
import BoardStore
import EaselBase
import EaselPlatform
import SystemFiles

/// The open file of a board in this process. If another program removes the file, this store makes
/// the file again.
final class FileEntryStore: EntryStore {
  /// Nil after the store is closed. Other processes cannot open the board while this reference
  /// exists.
  private var file: BoardFile?
  private let folder: BoardFolder

  init(_ file: BoardFile, in folder: BoardFolder) {
    self.file = file
    self.folder = folder
  }

  func append(
    _ entries: [Entry], by people: [Contributor], _ report: (WriterEvent) -> Void
  ) throws {
    guard !entries.isEmpty || !people.isEmpty else { return }
    let (file, old) = try inPlace()
    try file.append(entries.map { KeptEntry($0, bytes: $0.encoded()) }, by: people)
    replaceFile(file, for: old, report)
  }

  var isInPlace: Bool { file?.isInPlace ?? true }

  func ensureInPlace(_ report: (WriterEvent) -> Void) throws {
    let (file, old) = try inPlace()
    replaceFile(file, for: old, report)
  }

  /// Returns a file that is in place, and the file that is open now. The first is a new file if the
  /// open file was removed.
  private func inPlace() throws -> (BoardFile, old: BoardFile) {
    guard let open = file else { throw UserError("the board is closed.") }
    return (open.isInPlace ? open : try folder.anew(open), open)
  }

  private func replaceFile(_ file: BoardFile, for open: BoardFile, _ report: (WriterEvent) -> Void)
  {
    guard file !== open else { return }
    self.file = file
    let gone = "“\(BoardFileName.shown(path: open.path).string)” was removed or replaced"
    report(.filed(path: file.path, name: BoardFileName.shown(path: file.path)))
    report(
      .moved(
        SafeText(
          file.path == open.path
            ? "\(gone): the whole board was made anew there."
            : "\(gone): the whole board is now at \(file.path).")))
  }

  func read(_ reading: inout EntryReading, atMost bytesMax: Int) throws -> [Entry] {
    var entries: [Entry] = []
    var picking = reading.picking
    var bytes = 0
    let position = try file?.walk(picking.replicas, from: reading.position) {
      let entry = try Entry(decoding: $0)
      guard picking.picks(entry) else { return true }
      entries.append(entry)
      bytes += $0.count
      return bytes < bytesMax
    }
    reading.picking = picking
    reading.isOver = position == nil
    reading.position = position ?? reading.position
    return entries
  }

  func rename(to name: BoardFileName) throws(BoardFileError) { try file?.rename(to: name.string) }

  func close() {
    // All appended entries are on the disk already. Closing also tidies the file; if that fails,
    // the next process that opens the file tidies it.
    defer { file = nil }
    do { try file?.close() } catch { return }
  }

  /// Closes the file so that it can be moved, after its readers have finished.
  ///
  /// - Returns: false if a reader kept the file open too long. The last entries may then still be
  ///   in SQLite's log beside the file.
  func closeToMove() throws(BoardFileError) -> Bool {
    defer { file = nil }
    return try file?.close(afterReaders: true) ?? true
  }
}

extension BoardFolder {
  /// Makes a removed board file again, with all its entries. The file gets its old path. If another
  /// file has that path, it gets a free path in the same folder. If the folder is gone, too, it
  /// gets a free path in Easel's own folder.
  fileprivate func anew(_ file: BoardFile) throws -> BoardFile {
    let parent = file.path.lastIndex(of: "/").map { String(file.path[..<$0]) } ?? "."
    let hasFolder = FileSystem.exists(parent.isEmpty ? "/" : parent)
    if hasFolder, !FileSystem.exists(file.path) {
      return try file.copied(to: file.path, holder: .own)
    }
    let name = BoardFileName(near: BoardFileName.shown(path: file.path).string)
    let path = try freePath(name, in: hasFolder ? parent : nil)
    return try file.copied(to: path, holder: .own)
  }
}

extension Holder {
  /// The holder for this process.
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
