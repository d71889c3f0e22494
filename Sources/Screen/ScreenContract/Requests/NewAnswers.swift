import BoardRendering
import CellFrame

/// The answers of the terminal that the whiteboard has not adopted yet; of each kind only the last.
package struct NewAnswers: Hashable, Sendable {
  package private(set) var shape: CellShape?
  package private(set) var background: UInt32?
  package private(set) var hasDirectColor = false

  package init(shape: CellShape? = nil, background: UInt32? = nil, hasDirectColor: Bool = false) {
    (self.shape, self.background, self.hasDirectColor) = (shape, background, hasDirectColor)
  }

  package mutating func note(_ answer: TerminalAnswer) {
    switch answer {
    case .cellPixels(let width, let height):
      shape = CellShape(pixelWidth: width, pixelHeight: height)
    case .background(let color): background = color
    case .directColor: hasDirectColor = true
    case .pixelMouse: break
    }
  }
}
