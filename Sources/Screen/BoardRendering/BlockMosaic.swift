import CellFrame

/// The blocks of one cell, each with its own colour, and the two colours that the cell can show.
struct BlockMosaic {
  /// One block. `shown` is its colour with translucent ink, or nil if it shows the ground. `ink` is
  /// the opaque ink in it, if any. `isFill` is whether the ink is not a line.
  struct Block: Hashable {
    var shown: UInt32?
    var ink: UInt32?
    var isFill = false
  }

  private let blocks: [Block]
  private let top: UInt32
  private let ground: UInt32

  /// - Parameters:
  ///   - blocks: row by row from above.
  ///   - top: the ink that was painted last in the cell.
  ///   - ground: the colour that blocks without ink show.
  init(_ blocks: [Block], top: UInt32, ground: UInt32) {
    (self.blocks, self.top, self.ground) = (blocks, top, ground)
  }

  /// The two colours, and the blocks that show the foreground. The background is nil if it is the
  /// ground. Nil if the cell has no ink.
  var colors: (foreground: UInt32, background: UInt32?, bits: UInt8)? {
    let kept = keptColors
    let picks = blocks.map { pick($0, from: kept) }
    // The edge of a fill is the foreground, because fonts draw it without a gap then. Elsewhere it is
    // the first one in reading order.
    let line = picks.contains(where: \.isFill) ? picks.first { $0.ink != nil && !$0.isFill } : nil
    guard let foreground = line?.shown ?? picks.lazy.compactMap(\.shown).first else { return nil }
    var bits: UInt8 = 0
    for (index, pick) in picks.enumerated() where pick.shown == foreground { bits |= 1 << index }
    return (foreground, picks.first { $0.shown != foreground }?.shown, bits)
  }

  /// The colours that the cell keeps: the most frequent ink, so that a thin line has no gaps beside
  /// other colours, and the most frequent one of the others. The ink that was painted last wins a
  /// tie, and then the first one in reading order. Beside a fill, a line comes first, and then the
  /// larger one of the fill and the ground.
  private var keptColors: [Block] {
    var found: [(block: Block, count: Int)] = []
    for block in blocks {
      if let index = found.firstIndex(where: { $0.block.shown == block.shown }) {
        found[index].count += 1
        let isFill = block.isFill && (found[index].block.ink == nil || found[index].block.isFill)
        if block.ink != nil { found[index].block = block }
        found[index].block.isFill = isFill
      } else {
        found.append((block, 1))
      }
    }
    guard found.count > 2 else { return found.map(\.block) }
    let hasFill = found.contains(where: \.block.isFill)
    func weight(_ color: (block: Block, count: Int)) -> Int {
      2 * color.count + (color.block.ink == top ? 1 : 0)
    }
    func removeHeaviest(_ isWanted: (Block) -> Bool) -> Block? {
      var best: Int?
      for index in found.indices where isWanted(found[index].block) {
        if best.map({ weight(found[index]) > weight(found[$0]) }) ?? true { best = index }
      }
      return best.map { found.remove(at: $0).block }
    }
    let line = hasFill ? removeHeaviest { $0.ink != nil && !$0.isFill } : nil
    let first = line ?? removeHeaviest { $0.ink != nil } ?? removeHeaviest { _ in true }
    guard line != nil else { return [first, removeHeaviest { _ in true }].compactMap { $0 } }
    func count(_ color: (block: Block, count: Int)) -> Int {
      2 * color.count + (color.block.ink == nil ? 1 : 0)
    }
    return [first, found.max { count($0) < count($1) }?.block].compactMap { $0 }
  }

  /// Returns the kept colour that a block shows: its own, or the nearest one. Ink stays ink if a
  /// kept colour is ink.
  private func pick(_ block: Block, from kept: [Block]) -> Block {
    if let own = kept.first(where: { $0.shown == block.shown }) { return own }
    let alike = kept.filter { ($0.ink == nil) == (block.ink == nil) }
    let nearest = (alike.isEmpty ? kept : alike).min { distance($0, block) < distance($1, block) }
    return nearest ?? block
  }

  private func distance(_ one: Block, _ other: Block) -> Int {
    let (a, b) = (one.shown ?? ground, other.shown ?? ground)
    return [16, 8, 0].reduce(0) { sum, shift in
      let step = Int(a >> shift & 0xFF) - Int(b >> shift & 0xFF)
      return sum + step * step
    }
  }
}
