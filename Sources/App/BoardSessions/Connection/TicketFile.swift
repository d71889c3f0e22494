import BoardFiles
import SystemFiles

/// The file with the tickets that are valid now, for other programs to read.
enum TicketFile: Hashable {
  /// The output that the user named.
  case named(NamedOutput)
  /// The file in Easel's own folder.
  case own(String)

  var path: String {
    switch self {
    case .named(let output): output.name
    case .own(let path): path
    }
  }

  /// - Parameter waits: whether to wait until another program reads from a pipe that has a name.
  func write(_ lines: String, waits: Bool) throws(UserError) {
    let bytes = Array(lines.utf8)
    do throws(FileError) {
      switch self {
      case .named(let output): try output.writeSecret(bytes, waits: waits)
      case .own(let path):
        try FileSystem.makeFolder(FileSystem.folder(of: path))
        try PrivateFile.replace(path, with: bytes)
      }
    } catch { throw .cannot("write", output: path, error) }
  }
}
