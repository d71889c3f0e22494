import BoardFiles
import BoardModel
import EaselBase
import ScreenContract
import SystemFiles

extension PictureFile {
  /// Returns the answer to a whiteboard that asks for the picture of a file.
  static func answer(to file: NamedPicture) async -> PictureAnswer {
    if let pasted = file.pasted.flatMap({ PastedPath($0) }), !(await isPicture(pasted)) {
      return .noPicture
    }
    let path = file.pasted == nil ? absolute(file.path) : file.path
    switch await read(path: path) {
    case .success(let picture): return .picture(OfferedPicture(picture, named: path))
    case .failure(let fault): return .failed(SafeText(fault.sentence(about: path)))
    }
  }

  /// Returns the whole path of a file that the user typed.
  private static func absolute(_ path: String) -> String {
    guard path.hasPrefix("~/"), let home = User.home else { return path }
    return home + path.dropFirst()
  }
}

extension PictureFault {
  /// Returns a sentence for the user of this machine.
  func sentence(about path: String) -> String {
    sentence(about: path, on: User.host ?? "this machine")
  }
}

extension OfferedPicture {
  /// - Parameter path: the file, or `-` for standard input.
  init(_ picture: ReadPicture, named path: String) {
    let name =
      path == "-" ? "the picture" : path.split(separator: "/").last.map(String.init) ?? path
    self.init(
      name: SafeText(name, limit: .title), file: picture.qoi,
      size: PixelSize(columns: picture.columns, rows: picture.rows),
      natural: PixelSize(columns: picture.naturalColumns, rows: picture.naturalRows))
  }
}
