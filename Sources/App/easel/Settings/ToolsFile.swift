import BoardFiles
import BoardModel
import BoardSessions
import ScreenContract
import SystemFiles
import ThemeFiles
import TOMLKit
import WhiteboardUI

/// The file with the tools that the user had last. Easel writes it when the user leaves.
struct ToolsFile {
  let path: String

  private static let bytesMax = 4 << 10

  /// Reads the tools; nil if there is no such file, or if it is damaged. It holds nothing that the user
  /// cannot choose again by one key.
  func read() -> RememberedTools? {
    guard let bytes = try? FileSystem.read(path, limit: Self.bytesMax),
      let table = try? TOMLText.table(String(decoding: bytes, as: UTF8.self)),
      let tool = table["tool"]?.int.flatMap({ UInt8(exactly: $0) }),
      let width = table["width"]?.int, Whiteboard.Setup.widths.contains(width),
      let color = table["color"]?.string.flatMap(ColorArgument.init(argument:))?.color,
      let palette = table["palette"]?.string.flatMap(PaletteForm.init)
    else { return nil }
    return RememberedTools(
      tool: tool, width: width, color: color, palette: palette,
      showsLineNumbers: table["line-numbers"]?.bool ?? false)
  }

  func write(_ tools: RememberedTools) throws(UserError) {
    let text = """
      # The tools that you had last; Easel writes this file when you leave.
      tool = \(tools.tool)
      width = \(tools.width)
      color = "\(tools.color.hex)"
      palette = "\(tools.palette.rawValue)"
      line-numbers = \(tools.showsLineNumbers)

      """
    do {
      try FileSystem.makeFolder(String(path.dropLast("/tools.toml".count)))
      try PrivateFile.replace(path, with: Array(text.utf8))
    } catch {
      throw .cannot("write", path, error)
    }
  }
}
