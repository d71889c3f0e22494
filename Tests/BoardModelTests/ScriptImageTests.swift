import EaselBase
import Testing

@testable import BoardModel
@testable import BoardScript

/// Pictures in scripts.
@Suite struct ScriptImageTests {
  private func things(_ text: String) throws -> [BoardItem] {
    Array(try Picture(script: text).things)
  }

  @Test("A picture, its further bytes and a copy are drawn from a script")
  func drawn() throws {
    let things = try things(
      """
      #1 picture 0.25,0.5 0.5,0.25 "cW9p"
      also picture more "Zg=="
      picture 0,0 1,1 copy #1
      picture paper 0,0 1,1 pixels 3,4 ""
      """)
    let images = things.compactMap(\.item.asImage)
    #expect(images.map(\.bytes) == [Array("qoif".utf8), Array("qoif".utf8), []])
    #expect(images[0].box == BoardRect(minX: 16_384, minY: 18_432, maxX: 49_152, maxY: 27_648))
    #expect(images[1].original == things[0].id && !things[2].isSelectable)
    #expect(images[2].size == PixelSize(columns: 3, rows: 4))
  }

  @Test("A recording gives the same pictures again")
  func recorded() throws {
    let box = BoardRect(minX: 1, minY: 2, maxX: 4_097, maxY: 9_999)
    let replica = ReplicaID(Bytes16(high: 0, low: 9))
    let items: [(Item, UInt64?)] = [
      (.image(BoardImage(box: box, size: PixelSize(columns: 5, rows: 6), piece: [9, 8])), nil),
      (.imagePiece([7]), 1),
      (.image(BoardImage(box: box, copyOf: EntryID(replica, SequenceNumber(1)))), nil),
      (.image(BoardImage(box: box, copyOf: EntryID(replica, SequenceNumber(99)))), nil),
      (.image(BoardImage(box: box, size: .zero, piece: [1], isPaper: true)), nil),
    ]
    let log = items.enumerated().map { number, item in
      let number = SequenceNumber(UInt64(number) + 1)
      let stamp = Stamp(
        id: EntryID(replica, number), author: AuthorID(replica.raw), lamport: Lamport(number.raw),
        at: 0, lasted: 0)
      return (
        stamp: stamp,
        operation: Operation(.make(item.0), gesture: item.1.map { SequenceNumber($0) })
      )
    }
    var picture = Picture()
    _ = picture.apply(log)
    let again = try things(ScriptRecorder.record(log).text)
    func facts(_ things: some Sequence<BoardItem>) -> [[Int]] {
      things.compactMap(\.item.asImage).map {
        [Int($0.box.minX), Int($0.box.maxY), $0.size.columns, $0.size.rows, $0.isPaper ? 1 : 0]
          + $0.bytes.map(Int.init)
      }
    }
    #expect(facts(again) == facts(picture.things))
  }

  @Test(
    "A line that is no picture is refused with its place",
    arguments: [
      ("picture 0,0 \"cW9p\"", "a size like 0.3,0.2"), ("picture 0,0 0,1 \"\"", "a size above 0"),
      ("picture 0,0 1,1 cW9p", "a file as Base64 in quotes"),
      ("picture 0,0 1,1 \"cW9\"", "a file as Base64 in quotes"),
      ("picture more \"====\"", "a file as Base64 in quotes"),
      ("picture 0,0 1,1 copy 7", "the name of a shape"),
    ])
  func refused(line: String, expected: String) {
    #expect { try Script(parsing: line) } throws: { error in
      "\(error)".contains(expected)
    }
  }

  @Test("Base64 gives each byte string again, and has one text for it")
  func base64() {
    for count in 0..<70 {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 37 + count) }
      #expect(Base64.bytes(Base64.text(bytes)) == bytes)
    }
    #expect(Base64.text(Array("easel".utf8)) == "ZWFzZWw=")
    for wrong in ["A", "AA==B", "AB==", "A===", "====", "A A=", "ü==="] {
      #expect(Base64.bytes(wrong) == nil, "\(wrong)")
    }
  }
}
