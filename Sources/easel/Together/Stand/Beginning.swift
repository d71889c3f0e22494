import BoardStore
import Codec
import Drawing
import Log
import Vocabulary
import Whiteboard

/// What a board begins from: a picture seen elsewhere, without its history.
struct Beginning {
  let base: BoardBase
  let stored: BoardHeader.Base
  /// Those who made something of it, as far as they are known.
  let people: [Whiteboard.Person]

  /// The picture that is shown on another board. One that nobody else would take is refused.
  init(_ old: Whiteboard) throws(Refusal) {
    base = BoardBase(old.picture, of: old.log.hash)
    stored = BoardHeader.Base(log: old.log.hash, picture: base.encoded())
    guard stored.picture.count <= BaseMessage.pictureBytesMax else {
      throw Refusal("the picture has more than 64 MiB: begin with an empty board")
    }
    let authors = Set(base.operations.map(\.stamp.author))
    people = old.people.filter { authors.contains($0.author) }
  }

  /// As a header or another participant gives it; nil for bytes that no base gives.
  init?(_ stored: BoardHeader.Base) {
    guard let base = BoardBase(decoding: stored.picture) else { return nil }
    self.base = base
    self.stored = stored
    people = []
  }
}

extension OpenedBoard {
  /// A board that has no file yet.
  init(named name: SafeText, from beginning: Beginning?, birth: Birth) {
    var picture = Picture()
    for (stamp, operation) in beginning?.base.operations ?? [] {
      _ = picture.apply(operation, stamp)
    }
    self.init(
      path: nil, name: name, log: BoardBase.log(beginning?.base, of: beginning?.stored.log),
      birth: birth, picture: picture, people: beginning?.people ?? [])
  }
}

extension DrawTogether.Base {
  init(_ stored: BoardHeader.Base) {
    self.init(log: stored.log, picture: .sha256(of: stored.picture))
  }
}
