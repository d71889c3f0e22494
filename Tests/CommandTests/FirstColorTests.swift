import BoardFiles
import BoardModel
import BoardRendering
import CellFrame
import Testing
import ThemeFiles

@Suite struct FirstColorTests {
  @Test("The first colour of a user can be read on the page of each theme")
  func contrast() throws {
    for name in Theme.builtInNames {
      let theme = try #require(Theme.builtIn(name))
      for color in LocalAuthor.firstColors {
        let shade = theme.shade(of: color.color)
        #expect(ColorMath.contrast(shade, theme.backdrop) >= 4.5, "\(name), \(color)")
      }
    }
  }

  @Test("Each of the first colours is taken by chance")
  func chance() {
    var chance = SystemRandomNumberGenerator()
    let colors = (0..<500).map { _ in LocalAuthor.firstColor(&chance) }
    #expect(Set(colors) == Set(LocalAuthor.firstColors.map(\.color)))
  }
}
