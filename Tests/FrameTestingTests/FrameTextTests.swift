import CellFrame
import FrameTesting
import Testing

@Test("a frame's text leaves out blanks at the end and the halves of wide glyphs")
func frameText() {
  var frame = Frame(columns: 5, rows: 2)
  frame[0, 0] = Cell(Glyph("世"))
  frame[1, 0] = .shadow
  frame[3, 0] = Cell(Glyph("x"))
  #expect(frame.text == "世 x\n")
}
