import BoardFiles
import BoardSessions
import BoardStore
import EaselBase
import ScreenContract
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
protocol OutputFormat: CaseIterable, Hashable, RawRepresentable<String> {
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
  /// usual one. Throws if the ending means another kind of file.
  func format<Format: OutputFormat>(
    _ given: Format?, usual: Format, of command: String
  ) throws(UserError) -> Format {
    let all = Array(Format.allCases)
    if let ending, let meant = all.first(where: { $0.endings.contains(ending) }) {
      guard let given, given != meant else { return meant }
      throw UserError(
        "--format \(given.rawValue) does not fit the ending .\(ending): "
          + "choose .\(given.endings.first ?? ending) or another format.", code: UserError.usage)
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
    png gif jpg jpeg jpe jfif webp bmp dib tif tiff ico icns cur heic heif hif avif jxl jp2 j2k jpf psd psb xcf kra ora
    qoi tga pcx ppm pgm pbm pnm pam pfm exr hdr xbm xpm ras sgi dds apng svg svgz eps ps ai cdr wmf emf dng cr2 nef arw raw
    mp4 m4v mov qt avi mkv webm mpg mpeg mpe m2v m2ts vob ogv ogm wmv asf flv f4v swf 3gp 3g2 rm
    mp3 wav wave ogg oga opus flac m4a m4b aac ac3 mid midi aif aiff aifc au snd wma amr ape caf mka
    pdf xps oxps doc docm docx dot dotx odt ott rtf xls xlsm xlsx ods csv tsv ppt pptx pps ppsx odp odg key pages numbers
    epub mobi azw3 djvu chm tex dvi html htm mht mhtml xhtml xml xsl json jsonl yaml yml toml ini plist ipynb
    drawio excalidraw vsd vsdx mmd puml fig sketch xd dxf dwg stl obj blend gltf glb step
    zip gz tgz bz2 tbz xz txz zst tar 7z rar lz lz4 lzma br cab iso dmg img deb rpm apk jar war exe dll msi bin so dylib
    class pyc wasm db sqlite sqlite3 mdb ttf otf woff woff2 eot cast script ans ansi easel
    """.split { " \n".contains($0) }.map(String.init))
}
