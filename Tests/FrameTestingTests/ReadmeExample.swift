import BoardModel
import BoardRendering
import BoardScript
import CellFrame
import FrameTesting
import Testing

@Test func aHouseHasARoof() throws {
  let house = try Picture(
    script: """
      rect 0.3,0.5 0.7,0.9
      line 0.25,0.55 0.5,0.15
      line 0.5,0.15 0.75,0.55
      """)
  try assertFrame(Frame(house, columns: 32, rows: 9))
}
