import GroupTesting
import Testing

@testable import GroupCore

@Suite struct PieceJoinerTests {
  private static func pieces(_ message: UInt64, bytes: Int) -> [Piece] {
    let cut = Piece.cut([UInt8](repeating: UInt8(truncatingIfNeeded: message), count: bytes))
    return cut.enumerated().map {
      Piece(message: message, index: $0, count: cut.count, bytes: Array($1))
    }
  }

  @Test("F4 · pieces of up to four messages in any order, some twice, are joined when all came")
  func anyOrder() {
    for seed in Seeds.range(100) {
      var chance = SplitMix64(seed: seed)
      var joiner = PieceJoiner()
      let all = (1...4).map { Self.pieces($0, bytes: 60_000) }
      var whole: [UInt64: Int] = [:]
      // Doubles within what still lacks the last piece of each.
      for piece in all.flatMap({ $0.dropLast() + $0.dropLast() }).shuffled(using: &chance) {
        #expect(joiner.add(piece) == nil, "seed \(seed)")
      }
      for piece in all.compactMap(\.last).shuffled(using: &chance) {
        whole[piece.message] = joiner.add(piece)?.count
      }
      #expect(whole == [1: 60_000, 2: 60_000, 3: 60_000, 4: 60_000], "seed \(seed)")
    }
  }

  @Test("F4 · a fifth makes the one give way of which nothing came for longest")
  func oldest() {
    for numbers in [[1, 2, 3, 4, 5], [.max, .max - 1, .max - 2, .max - 3, 1]] as [[UInt64]] {
      var joiner = PieceJoiner()
      let all = numbers.map { Self.pieces($0, bytes: 60_000) }
      for pieces in all { for piece in pieces.dropLast() { _ = joiner.add(piece) } }
      for pieces in all.dropFirst() { #expect(joiner.add(pieces[2])?.count == 60_000) }
      #expect(joiner.add(all[0][2]) == nil)
    }
  }

  @Test("F4 · pieces that lie are harmless: wrong counts, places, lengths, contradictions")
  func lies() {
    var joiner = PieceJoiner()
    let full = [UInt8](repeating: 1, count: Piece.bytesMax)
    for (index, count, bytes) in [
      (0, 0, full), (0, 1, full), (-1, 2, full), (2, 2, full), (.max, .max, full), (0, .min, full),
      (0, 2, [1]), (1, 2, []), (1, 2, full + [1]), (0, Piece.countMax + 1, full),
    ] {
      let piece = Piece(message: 9, index: index, count: count, bytes: bytes)
      #expect(joiner.add(piece) == nil && joiner == PieceJoiner())
    }
    #expect(joiner.add(Piece(message: .max, index: 0, count: 2, bytes: full)) == nil)
    #expect(joiner.add(Piece(message: .max, index: 1, count: 3, bytes: full)) == nil)
    #expect(joiner.add(Piece(message: .max, index: 0, count: 2, bytes: full)) == nil)
    #expect(joiner.add(Piece(message: .max, index: 1, count: 2, bytes: [2])) == full + [2])
    #expect(joiner.isEmpty)
  }
}
