import Drawing
import Foundation
import Glibc
import OpenGroupActivities
import Rendering
import Trust
import Vocabulary
import Whiteboard

@testable import easel

/// People with whiteboards in one call, without terminals: real keepers, real gatherings, real bytes.
final class Company {
  let stands: [Stand]

  private init(
    _ names: [String], _ gatherings: [Gathering], _ letters: [Mailbox<Gathering.Letter>],
    columns: Int, rows: Int, theme: String
  ) {
    let shelves = names.indices.map { index in
      PassingBoards(
        artist: Artist(
          identity: Self.identity(index), name: SafeText(names[index], limit: .name),
          color: PaletteColor.allCases[index].color))
    }
    stands = shelves.indices.map { index in
      let boards = shelves[index]
      let theme = ThemeCatalog(Places.current()).themeOrDefault(theme).0
      var setup = Whiteboard.Setup(
        person: boards.artist.person(), encode: { $0.encoded() }, columns: columns, rows: rows,
        raster: .braille, theme: theme)
      setup.decode = Coding.operation
      setup.verify = Coding.isSigned
      setup.hasCall = true
      return Stand(
        setup, boards.fresh(nil, nil), boards: boards, gathering: gatherings[index],
        letters: letters[index], now: { Self.moment })
    }
    for (stand, boards) in zip(stands, shelves) {
      stand.perform = { [unowned stand] effect in
        if case .open(let path) = effect { stand.change { try boards.open(path) } }
      }
      stand.handle(.started)
    }
  }

  /// Their whiteboards' clock stands still, so that no name fades while it is looked at.
  private static let moment = Moment(uptime: 1_000_000, wall: 1_700_000_000_000)

  /// The same in every run, since people's signs follow from it.
  private static func identity(_ index: Int) -> Identity {
    let seed = [UInt8](repeating: UInt8(index + 1), count: Identity.seedLength)
    guard let identity = Identity(seed: seed) else { preconditionFailure("a seed of its length") }
    return identity
  }

  static func gather(_ names: [String]) async -> Company {
    await gather(names, Panes(columns: 60, rows: 20, people: 1), theme: "dusk")
  }

  static func gather(_ names: [String], _ panes: Panes, theme: String) async -> Company {
    let letters = names.map { _ in Mailbox<Gathering.Letter>() }
    let gatherings = await MainActor.run {
      let call = LoopbackCall()
      return zip(names, letters).map { name, mailbox in
        Gathering(call.join(name: name)) { mailbox.post($0) }
      }
    }
    return Company(
      names, gatherings, letters, columns: panes.columns, rows: panes.rows, theme: theme)
  }

  /// Lets everybody go on until it holds; false where it does not within ten seconds.
  func reach(_ holds: () -> Bool) async -> Bool {
    let end = Moments.uptime() + 20_000
    while !holds() {
      guard Moments.uptime() < end else { return false }
      await attend()
    }
    return true
  }

  /// Waits for something to come, off the threads that tasks need.
  private func attend() async {
    let descriptors = stands.flatMap(\.descriptors)
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        var entries = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        poll(&entries, nfds_t(entries.count), 20)
        continuation.resume()
      }
    }
    for stand in stands { stand.attend() }
  }

  /// Lets everybody go on until nothing comes for a while.
  func settle() async {
    var quiet = Moments.uptime()
    while Moments.uptime() < quiet + 1_000 {
      let before = stands.map(\.frame)
      await attend()
      if stands.map(\.frame) != before { quiet = Moments.uptime() }
    }
  }

  func screen(_ panes: Panes) -> Frame {
    let theme = stands[0].whiteboard.shownTheme
    return panes.frame(stands.map(\.frame), rule: Glyph("│"), theme[.hint])
  }

  func type(_ text: String, of index: Int) {
    for character in text { press(.character(character), of: index) }
  }

  /// - Parameter lifts: whether the pen is up in the end.
  func draw(_ index: Int, _ lines: [[RobotPlan.Place]], _ panes: Panes, lifts: Bool = true) {
    let size = (columns: Double(panes.columns - 1), rows: Double(panes.rows - 3))
    for (number, line) in lines.enumerated() {
      let pointers = line.map { place in
        let (x, y) = (place.x * size.columns, place.y * size.rows)
        return Pointer(
          CellPoint(column: Int(x), row: Int(y) + 1),
          fractionX: UInt8((x - x.rounded(.down)) * 255),
          fractionY: UInt8((y - y.rounded(.down)) * 255), isFine: true)
      }
      let stays = !lifts && number == lines.count - 1
      let actions: [MouseEvent.Action] =
        [.press(.left)] + Array(repeating: .drag(.left), count: max(pointers.count - 2, 0))
        + [stays ? .drag(.left) : .release(.left)]
      for (pointer, action) in zip(pointers, actions) {
        stands[index].handle(.input(.mouse(MouseEvent(action, at: pointer))))
      }
    }
  }

  func join(_ index: Int) { for key in RobotKeys.join { press(key, of: index) } }

  func press(_ key: Key, of index: Int) { stands[index].handle(.input(.key(key))) }

  func draw(_ index: Int, from: (Int, Int), to: (Int, Int)) {
    func mouse(_ action: MouseEvent.Action, _ at: (Int, Int)) {
      let pointer = Pointer(CellPoint(column: at.0, row: at.1))
      stands[index].handle(.input(.mouse(MouseEvent(action, at: pointer))))
    }
    mouse(.press(.left), from)
    mouse(.drag(.left), to)
    mouse(.release(.left), to)
  }

  var hashes: [UInt64] { stands.map(\.whiteboard.picture.stableHash) }
  func isAlike(things: Int) -> Bool {
    Set(hashes).count == 1 && stands[0].whiteboard.picture.things.count == things
  }
}
