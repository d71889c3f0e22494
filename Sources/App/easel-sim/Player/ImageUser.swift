import BoardModel
import EaselBase
import GroupTesting

/// A user who places images, copies them, moves them and lets lines stick to them. Some of the images are
/// broken.
struct ImageUser {
  let player: Player
  let context: PlayerContext

  func act() {
    guard !context.person.isOlder else { return }
    switch context.world.chance.below(100) {
    case ..<30: place(pieces: 2)
    case ..<40: place(pieces: 1 + context.world.chance.below(6))
    case ..<45: record([.imagePiece(bytes(200))])
    case ..<52: place(pieces: 1, size: PixelSize(columns: 1 << 15, rows: 1 << 15))
    case ..<70: copy()
    case ..<80: stick()
    case ..<90: change(.move(BoardOffset(dx: distance(), dy: distance())))
    case ..<95: change(.resize(scaling))
    default: change(.hide)
    }
  }

  private var images: [BoardItem] { player.picture.things.filter { $0.item.asImage != nil } }

  private func any() -> BoardItem? {
    let images = images
    return images.isEmpty ? nil : images[context.world.chance.below(images.count)]
  }

  private var box: BoardRect {
    func place() -> Int32 { Int32(context.world.chance.below(30_000)) }
    return BoardRect(BoardPoint(x: place(), y: place()), BoardPoint(x: place(), y: place()))
  }

  private var scaling: BoardScaling {
    let scale = BoardScaling.one / 2 + Int32(context.world.chance.below(Int(BoardScaling.one)))
    return BoardScaling(scaleX: scale, scaleY: scale, shiftX: distance(), shiftY: distance())
      ?? .identity
  }

  private func distance() -> Int32 { Int32(context.world.chance.below(8_001)) - 4_000 }

  private func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8(truncatingIfNeeded: context.world.chance.next()) }
  }

  /// Places an image with a header of the wanted size, and 200 bytes in each piece.
  private func place(pieces: Int, size: PixelSize = PixelSize(columns: 10, rows: 6)) {
    func number(_ value: Int) -> [UInt8] {
      (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
    }
    let header = Array("qoif".utf8) + number(size.columns) + number(size.rows) + [4, 0]
    let first = BoardImage(box: box, size: size, piece: header + bytes(200 - header.count))
    record([.image(first)] + (1..<pieces).map { _ in .imagePiece(bytes(200)) })
  }

  /// Copies an image, or another thing or none, which gives a copy without bytes.
  private func copy() {
    let entries = player.shelf.known
    let other = entries.isEmpty ? nil : entries[context.world.chance.below(entries.count)].id
    let image = any()
    let original = context.world.chance.percent(80) ? image?.id : other
    guard let original else { return }
    record([.image(BoardImage(box: box, copyOf: image?.item.asImage?.original ?? original))])
  }

  /// Draws an arrow to an image.
  private func stick() {
    guard let image = any(), let next = player.log.vector[player.replica].next else { return }
    let points = PackedPoints(
      [BoardPoint(x: distance(), y: distance()), BoardPoint(x: 9_000, y: 9_000)], stepExponent: 0)
    guard let points else { return }
    let ink = Ink(color: InkColor(rgb: UInt32(context.person.index)), width: 1)
    let attachment = PointAttachment(.end, to: .thing(image.id, .middle))
    player.record(
      [
        .make(.stroke(Stroke(kind: .arrow, ink: ink, points: points))),
        .attach(EntryID(player.replica, next), attachment),
      ], in: context)
  }

  private func change(_ effect: BoardModel.Operation.Effect) {
    if let image = any() { player.record(.change(.items([image.id]), effect), in: context) }
  }

  private func record(_ items: [Item]) { player.record(items.map { .make($0) }, in: context) }
}
