import BoardFiles
import BoardSessions
import BoardStore
import EaselBase
import ScreenCommands
import SystemFiles

extension NamedOutput {
  /// Refuses a board, because what is written to it would replace the drawing. Call it before the
  /// process opens a board.
  func refuseBoard() throws(UserError) {
    guard !isOpen, BoardFileSignature.isBoard(at: name) else { return }
    throw UserError(
      "\(UserError.shown(name)) is a board. Choose another file.", code: UserError.usage)
  }
}

/// The formats that a command writes.
protocol OutputFormat: CaseIterable, Hashable {
  /// The endings of files with this format, the usual one first.
  var endings: [String] { get }
}

extension ExportFormat: OutputFormat {
  var endings: [String] {
    switch self {
    case .text: ["txt", "text"]
    case .ansi: ["ans", "ansi"]
    case .svg: ["svg"]
    case .png: ["png"]
    }
  }
}

extension RecordingFormat: OutputFormat {
  var endings: [String] { [rawValue] }
}

extension NamedOutput {
  /// Returns the format that is given, or else the one that the ending of the name means, or else the
  /// usual one. Throws if the ending means a kind of file that the command does not write.
  func format<Format: OutputFormat>(
    _ given: Format?, usual: Format, of command: String
  ) throws(UserError) -> Format {
    let all = Array(Format.allCases)
    if let ending, let meant = all.first(where: { $0.endings.contains(ending) }) {
      return given ?? meant
    }
    try refuseKinds(
      besides: all.map { "." + ($0.endings.first ?? "") }, of: command)
    return given ?? usual
  }

  /// Refuses a name whose ending means another kind of file.
  ///
  /// - Parameter endings: the endings that the user may choose instead.
  func refuseKinds(
    besides endings: [String], of command: String
  ) throws(UserError) {
    guard !isOpen, let ending, Self.kinds.contains(ending) else { return }
    let others = endings.dropLast().joined(separator: ", ")
    let choice = [others, endings.last ?? ""].filter { !$0.isEmpty }.joined(separator: " or ")
    throw UserError(
      "`easel \(command)` writes no .\(ending) file: choose \(choice).", code: UserError.usage)
  }

  /// The ending of the name, in small letters; nil if it has none.
  private var ending: String? {
    let file = name.visibleText.split(separator: "/").last ?? ""
    guard let point = file.lastIndex(of: ".") else { return nil }
    return file[file.index(after: point)...].lowercased()
  }

  /// Endings that mean one kind of file. Text may have any other ending.
  private static let kinds = Set(
    """
    png gif jpg jpeg jpe jfif webp bmp tif tiff ico heic heif avif jxl jp2 psd xcf qoi ppm pgm pbm pnm apng svgz eps ps ai svg
    mp4 m4v mov avi mkv webm mpg mpeg ogv wmv flv 3gp mp3 wav ogg oga opus flac m4a aac mid
    pdf doc docx odt rtf xls xlsx ods ppt pptx odp odg epub djvu tex html htm xhtml xml json yaml yml toml csv tsv
    drawio excalidraw vsdx dot mmd puml fig sketch dxf
    zip gz tgz bz2 xz zst tar 7z rar lz4 exe dll so class jar wasm db sqlite sqlite3 ttf otf woff woff2
    cast script ans ansi easel
    """.split { " \n".contains($0) }.map(String.init))
}
