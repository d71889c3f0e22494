import BoardDocument
import BoardModel
import CellFrame
import EaselBase
import ScreenContract
import Testing

@testable import BoardView
@testable import WhiteboardUI

/// A picture on its way to the board: the pasted or typed path, the frame at the pointer, and the placing.
@Suite struct PicturePlacingTests {
  private let path = "/home/ann/shot.png"

  /// 160 × 96 pixels: 20 × 6 cells.
  private func picture(bytes: Int = 300) -> OfferedPicture {
    OfferedPicture(
      name: SafeText("shot.png"), file: Array(repeating: 1, count: bytes),
      size: PixelSize(columns: 80, rows: 48), natural: PixelSize(columns: 160, rows: 96))
  }

  private func asked(_ desk: Desk) -> NamedPicture? {
    for effect in desk.effects.reversed() {
      if case .readPicture(let file) = effect { return file }
    }
    return nil
  }

  private func desk(with picture: OfferedPicture) throws -> Desk {
    var desk = Desk()
    desk.handle(.input(.paste(path)))
    desk.handle(.picture(.picture(picture), for: try #require(asked(desk))))
    return desk
  }

  private func placed(_ desk: Desk) -> BoardItem? { desk.things.first { $0.item.asImage != nil } }

  @Test("A pasted path asks for its file; the frame follows the pointer, and a click places it")
  func click() throws {
    var desk = try desk(with: picture())
    #expect(desk.notice == "Click to place shot.png · Esc pastes the path as text")
    #expect(desk.things.isEmpty)
    desk.mouse(.move, 30, 10)
    #expect(desk.frame.plainText.contains("shot.png"))
    desk.click(40, 12)
    let image = try #require(placed(desk))
    let (box, view) = (image.bounds, desk.view)
    #expect(box.maxX - box.minX == 20 * Page.cellWidth)
    #expect(box.maxY - box.minY == 6 * Page.cellHeight)
    let middle = view.viewport.cell(of: box.middle)
    #expect(abs(middle.column - 40) <= 1 && abs(middle.row + desk.view.top - 12) <= 1)
    #expect(image.item.asImage?.bytes.count == 300)
    #expect(desk.notice == "shot.png is on the board. u takes it back.")
    desk.type("u")
    #expect(desk.things.isEmpty)
  }

  @Test("A drag sets the size, and keeps the relation of width to height")
  func drag() throws {
    var desk = try desk(with: picture())
    desk.drag([(20, 5), (60, 20)])
    let box = try #require(placed(desk)).bounds
    let (width, height) = (Double(box.maxX - box.minX), Double(box.maxY - box.minY))
    #expect(abs(width / height - 160.0 / 96.0) < 0.01)
    #expect(width > 35 * Double(Page.cellWidth))
  }

  @Test("Enter places it without a mouse, where the arrow keys have moved it")
  func keyboard() throws {
    var desk = try desk(with: picture())
    let middle = desk.view.viewport.cell(of: desk.view.visible.middle)
    for _ in 0..<5 { desk.key(.right) }
    desk.key(.enter)
    let middleOfImage = try #require(placed(desk)).bounds.middle
    #expect(abs(desk.view.viewport.cell(of: middleOfImage).column - middle.column - 5) <= 1)
  }

  @Test("Esc pastes the path as text; a text that is no picture becomes one at once")
  func text() throws {
    var desk = try desk(with: picture())
    desk.key(.escape)
    desk.key(.escape)
    #expect(desk.labels == [path])
    desk.handle(.input(.paste("/etc/hostname")))
    desk.handle(.picture(.noPicture, for: try #require(asked(desk))))
    desk.key(.escape)
    #expect(desk.labels.contains("/etc/hostname"))
    desk.handle(.input(.paste("no path")))
    desk.key(.escape)
    #expect(desk.labels.contains("no path") && desk.things.allSatisfy { $0.item.isText })
  }

  @Test("A fault is told, and an answer that nobody waits for any more changes nothing")
  func faults() throws {
    var desk = Desk()
    desk.handle(.input(.paste(path)))
    let first = try #require(asked(desk))
    desk.handle(.picture(.failed(SafeText("shot.png is a folder, and no picture.")), for: first))
    #expect(desk.notice == "shot.png is a folder, and no picture.")
    desk.handle(.picture(.picture(picture()), for: first))
    desk.click(40, 12)
    #expect(placed(desk) == nil)
  }

  @Test("W asks for a path, which can be typed or pasted in quotes")
  func typed() throws {
    var desk = Desk()
    desk.type("W")
    desk.type("shot.png")
    desk.key(.enter)
    #expect(asked(desk) == NamedPicture(typed: "shot.png"))
    desk.handle(.picture(.picture(picture()), for: NamedPicture(typed: "shot.png")))
    #expect(desk.notice == "Click to place shot.png · Esc drops it")
    desk.key(.escape)
    desk.click(40, 12)
    #expect(placed(desk) == nil && desk.labels.isEmpty)
    desk.type("W")
    desk.handle(.input(.paste("'/home/ann/a b.png'")))
    desk.key(.enter)
    #expect(asked(desk)?.path == "/home/ann/a b.png")
  }

  @Test("Someone who only watches is told so, and gets no frame")
  func watching() throws {
    var desk = Desk()
    desk.enter(
      SessionUUID(Bytes16(high: 1, low: 1)), as: ParticipantUUID(Bytes16(high: 2, low: 2)),
      mayDraw: false)
    desk.handle(.input(.paste(path)))
    if let file = asked(desk) { desk.handle(.picture(.picture(picture()), for: file)) }
    #expect(desk.notice.contains("watching"))
    desk.click(40, 12)
    #expect(placed(desk) == nil)
  }

  @Test("A long file becomes several pieces of one gesture, and a copy of it names the original")
  func pieces() throws {
    var desk = Desk(coding: Desk.reading)
    desk.handle(.input(.paste(path)))
    let long = picture(bytes: ImageLimits.pieceBytesMax + 5)
    desk.handle(.picture(.picture(long), for: try #require(asked(desk))))
    desk.click(40, 12)
    #expect(try #require(placed(desk)).item.asImage?.pieces.map(\.count) == [122_880, 5])
    desk.type("s")
    desk.click(40, 12)
    desk.type("D")
    let images = desk.things.compactMap(\.item.asImage)
    #expect(images.count == 2 && images[1].original == desk.things[0].id)
    #expect(images[1].bytes.count == images[0].bytes.count)
  }

  @Test("Without room for it, a notice says so before any click")
  func room() throws {
    var desk = Desk(coding: Desk.reading)
    for number in 0..<40 {
      desk.handle(.input(.paste("/a/\(number).png")))
      let full = picture(bytes: ImageLimits.bytesMax)
      desk.handle(.picture(.picture(full), for: try #require(asked(desk))))
      if desk.board.pictures.hanging == nil { break }
      desk.click(40, 12)
    }
    #expect(desk.notice.hasPrefix("You have no room left for shot.png"))
    let count = desk.things.count
    #expect((30..<36).contains(count), "\(count)")
    desk.click(40, 12)
    #expect(desk.things.count { $0.item.asImage != nil } == count)
  }
}
