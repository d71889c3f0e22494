import BoardRendering
import CellFrame

/// The answers of the terminal that the whiteboard has not adopted yet; of each kind only the last.
struct NewAnswers: Hashable, Sendable {
  private(set) var shape: CellShape?
  private(set) var background: UInt32?
  private(set) var hasDirectColor = false

  mutating func note(_ answer: TerminalAnswer) {
    switch answer {
    case .cellPixels(let width, let height):
      shape = CellShape(pixelWidth: width, pixelHeight: height)
    case .background(let color): background = color
    case .directColor: hasDirectColor = true
    case .pixelMouse: break
    }
  }
}
