import BoardContract
import BoardDocument
import BoardModel
import BoardStore
import EaselBase

extension BoardFolder {
  /// The size of the entries that a glance reads, in bytes.
  private static let glanceBytes = 256 * 1_024

  /// Reads the beginning of a board for the list of boards. A board that cannot be read gets a glance
  /// that says why.
  ///
  /// - Parameter miniature: makes the small picture.
  package func glance(
    at path: String, miniature: (Picture) -> Miniature
  ) -> BoardGlance {
    guard !BoardFile.isEmpty(at: path) else { return .init(trouble: SafeText("empty file")) }
    do throws(BoardFileError) {
      let (contents, isWhole) = try BoardFile.beginning(
        at: path, atMost: Self.glanceBytes, decode: Self.decode)
      return glance(at: path, contents, isWhole: isWhole, miniature)
    } catch {
      return BoardGlance(trouble: SafeText(error.inAWord))
    }
  }

  private func glance(
    at path: String, _ contents: BoardFileContents, isWhole: Bool,
    _ miniature: (Picture) -> Miniature
  ) -> BoardGlance {
    do throws(UserError) {
      let board = try VerifiedBoard(path: path, contents)
      var glance = BoardGlance(of: board.picture, miniature: miniature)
      glance.isBeginning = !isWhole
      return glance
    } catch {
      return BoardGlance(trouble: SafeText("cannot be read"))
    }
  }
}
