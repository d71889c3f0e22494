import BoardEditor
import BoardModel
import BoardView
import CellFrame
import EaselBase
import ScreenContract

/// A picture on its way to the board. First the shell reads its file. Then its frame hangs at the pointer,
/// until the user places it.
struct PicturePlacing {
  /// The file that the shell reads.
  private var asked: NamedPicture?
  private(set) var hanging: Hanging?
  let requests: Requests

  /// A picture that the user can place.
  struct Hanging {
    let picture: OfferedPicture
    /// The text that Esc pastes; nil if the user did not paste a path.
    let pasted: String?
    /// The place of the pointer on the canvas; nil before the mouse moves.
    var pointer: Pointer?
    /// The corner at which the user pressed the button; nil before.
    var start: BoardPoint?

    /// Returns the box of the frame.
    func box(in view: View) -> BoardRect {
      let pointer = pointer ?? view.middle
      let point = view.viewport.boardPoint(pointer)
      guard let start, view.viewport.cell(of: start) != pointer.cell else {
        return picture.box(around: start ?? point, in: view.visible)
      }
      return picture.box(from: start, to: point)
    }
  }

  init(_ requests: Requests) { self.requests = requests }

  /// Asks the shell for a file.
  mutating func ask(for file: NamedPicture) {
    (asked, hanging) = (file, nil)
    requests.append(.readPicture(file))
  }

  /// Hangs the picture at the pointer if there is room for it.
  ///
  /// - Returns: the text to paste because it is no picture; nil if there is none.
  mutating func handle(
    _ answer: PictureAnswer, for file: NamedPicture, in recorder: BoardRecorder
  ) -> String? {
    guard asked == file else { return nil }
    asked = nil
    switch answer {
    case .noPicture: return file.pasted
    case .failed(let text): requests.notify(text.sentence, .warning)
    case .picture(let picture):
      guard recorder.accepts(picture) else { return nil }
      hanging = Hanging(picture: picture, pasted: file.pasted)
      let escape = file.pasted == nil ? "drops it" : "pastes the path as text"
      requests.notify(
        "Click to place \(picture.name.string) · Esc \(escape)", about: .picture)
    }
    return nil
  }

  /// Drops the picture.
  ///
  /// - Returns: the text to paste instead; nil if there is none.
  mutating func drop() -> String? {
    defer { hanging = nil }
    return hanging?.pasted
  }

  mutating func follow(_ pointer: Pointer) { hanging?.pointer = pointer }

  mutating func press(at point: BoardPoint) { hanging?.start = point }

  /// Moves the frame by cells.
  mutating func move(_ direction: Direction, in view: View) {
    var pointer = hanging?.pointer ?? view.middle
    pointer.cell.column += direction.right
    pointer.cell.row += direction.down
    guard view.hasOnCanvas(pointer.cell) else { return }
    hanging?.pointer = pointer
  }

  /// Puts the picture on the board.
  mutating func place(with recorder: inout BoardRecorder, in view: View) {
    guard let hanging else { return }
    self.hanging = nil
    place(hanging.picture, over: hanging.box(in: view), with: &recorder)
  }

  /// Puts a picture on the board that the user named at the start: as paper, or in the middle of the view.
  func place(_ start: StartPicture, with recorder: inout BoardRecorder, in view: View) {
    let picture = start.picture
    guard recorder.accepts(picture) else { return }
    let middle = view.viewport.boardPoint(view.middle)
    place(
      picture,
      over: start.isPaper ? picture.paperBox : picture.box(around: middle, in: view.visible),
      isPaper: start.isPaper, with: &recorder)
  }

  private func place(
    _ picture: OfferedPicture, over box: BoardRect, isPaper: Bool = false,
    with recorder: inout BoardRecorder
  ) {
    let items = BoardImage.items(
      box: box, size: picture.size, file: picture.file, isPaper: isPaper)
    guard let items, recorder.make(items.map { .make($0) }) else { return }
    requests.notify(done: "\(picture.name.string) is on the board. u takes it back.")
  }
}
