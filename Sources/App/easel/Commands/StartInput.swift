import BoardFiles
import EaselBase
import EaselPlatform
import ScreenContract

/// The files that the user wants on the board at the start: paper and pictures.
struct StartInput {
  private(set) var paper: PaperInput?
  private(set) var pictures: [StartPicture] = []

  /// Nothing from any file.
  static let none = StartInput()

  private init() {}

  /// Reads the files.
  ///
  /// - Parameters:
  ///   - paper: a text or a picture; nil reads text from standard input if that is no terminal.
  ///   - picture: a picture, or `-` for standard input; nil for none.
  ///   - columns: the width at which to break lines of text; nil to break none.
  init(paper: String?, picture: String?, wrappedTo columns: Int?) throws(UserError) {
    guard picture != "-" || paper != "-" else {
      throw UserError(
        "paper and picture cannot both come from standard input: name a file for one of them.",
        code: UserError.usage)
    }
    if let paper, paper != "-", PictureFile.beginsAsPicture(paper) {
      pictures.append(StartPicture(try Self.read(paper), isPaper: true))
    } else if paper != nil || picture != "-" {
      self.paper = try PaperInput.read(paper, wrappedTo: columns)
    }
    if let picture { pictures.append(StartPicture(try Self.read(picture), isPaper: false)) }
  }

  var isEmpty: Bool { paper == nil && pictures.isEmpty }

  private static func read(_ path: String) throws(UserError) -> OfferedPicture {
    do throws(PictureFault) {
      let picture =
        path == "-" ? try PictureFile.readStandardInput() : try PictureFile.load(path)
      return OfferedPicture(picture, named: path)
    } catch {
      throw UserError(error.sentence(about: path))
    }
  }
}
