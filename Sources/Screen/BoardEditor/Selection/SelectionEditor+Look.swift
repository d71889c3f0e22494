import BoardModel
import EaselBase
import ScreenContract

// Changes the width, the fill and the order of the selected things.
extension SelectionEditor {
  /// Carries out a command about width or fill on the selection.
  ///
  /// - Returns: whether the command acted on the selection. If not, it is about the tools.
  package func restyle(_ command: Command, with recorder: inout BoardRecorder) -> Bool {
    guard !selection.isEmpty else { return false }
    switch command {
    case .width(let width): setWidths(with: &recorder) { _ in width }
    case .thinner: setWidths(with: &recorder) { $0 - 1 }
    case .thicker: setWidths(with: &recorder) { $0 + 1 }
    case .letterSize(let size): setLetterSizes(to: size, with: &recorder)
    case .toggleFill: toggleFill(with: &recorder)
    case .toggleLook(let part): toggle(part, with: &recorder)
    default: return false
    }
    return true
  }

  /// Changes the width of each line in one gesture. If there are none, changes the size of the letters
  /// of each text.
  private func setWidths(with recorder: inout BoardRecorder, _ change: (Int) -> Int) {
    var things: [UInt8: [EntryID]] = [:]
    for thing in selection.things(in: recorder.board.picture) {
      let look = ItemLook(thing)
      let letters = selection.look.width == .none ? look.letterSize?.width : nil
      guard let old = look.width ?? letters else { continue }
      let range = ToolSettings.widths
      var new = UInt8(min(max(change(Int(old)), range.lowerBound), range.upperBound))
      if look.letterSize != nil { new = LetterSize(width: new).width }
      if new != old { things[new, default: []].append(thing.id) }
    }
    guard !things.isEmpty else {
      if selection.look.width == .none, selection.look.letterSize == .none {
        requests.notify("Nothing selected has a width.", about: .selection)
      }
      return
    }
    recorder.make(
      things.sorted { $0.key < $1.key }.flatMap { Operation.Action.change($1, .setWidth($0)) })
  }

  private func setLetterSizes(to size: LetterSize, with recorder: inout BoardRecorder) {
    guard selection.look.letterSize != .none else {
      return requests.notify("No text is selected.", about: .selection)
    }
    let texts = selection.things(in: recorder.board.picture).filter {
      ItemLook($0).letterSize.map { $0 != size } ?? false
    }
    if !texts.isEmpty { recorder.change(texts.map(\.id), .setWidth(size.width)) }
  }

  /// Fills the selected shapes. If all are filled already, draws only their outlines.
  private func toggleFill(with recorder: inout BoardRecorder) {
    let isFilled = selection.look.fill == .same(true)
    let things = selection.things(in: recorder.board.picture).filter {
      ItemLook($0).isFilled == isFilled
    }
    guard !things.isEmpty else {
      return requests.notify(
        "Only boxes, ovals and diamonds can be filled, and none is selected.", about: .selection)
    }
    recorder.change(things.map(\.id), .setFilled(!isFilled))
  }

  /// Gives the selected things a part of a look. If all have it already, takes it away.
  private func toggle(_ part: StrokeLook, with recorder: inout BoardRecorder) {
    guard selection.look.possible.contains(part) else {
      return requests.notify("Nothing selected can look like that.", about: .selection)
    }
    let isOn = !selection.look.strokeLook.contains(part)
    var things: [StrokeLook: [EntryID]] = [:]
    for thing in selection.things(in: recorder.picture) {
      let look = ItemLook(thing)
      guard look.possible.contains(part), look.strokeLook.contains(part) != isOn else { continue }
      things[look.strokeLook.with(part, isOn: isOn), default: []].append(thing.id)
    }
    recorder.make(
      things.sorted { $0.key.rawValue < $1.key.rawValue }
        .flatMap { Operation.Action.change($1, .setLook($0)) })
  }

  /// Brings the selection above all other things, or below them. The selected things keep their
  /// order among each other.
  func reorder(_ level: Operation.Level, with recorder: inout BoardRecorder) {
    let picture = recorder.board.picture
    guard !isOrdered(level, in: picture) else {
      return requests.notify(
        level == .front ? "Already in front." : "Already at the back.", about: .selection)
    }
    let drawn = picture.things.lazy.filter { selection.contains($0.id) }.map(\.stamp)
    // Things of one operation lie in the order in which they were made. Where the present order
    // differs from it, another operation begins.
    var runs: [[Stamp]] = []
    for stamp in drawn {
      if let last = runs.last?.last, last.order < stamp.order {
        runs[runs.count - 1].append(stamp)
      } else {
        runs.append([stamp])
      }
    }
    var actions = runs.flatMap { Operation.Action.change($0.map(\.id), .reorder(level)) }
    // A later operation goes further up or further down.
    if level == .back { actions.reverse() }
    guard !actions.isEmpty, recorder.make(actions) else { return }
    requests.notify(done: level == .front ? "Brought to the front." : "Sent to the back.")
  }

  /// Whether the selected things are already the topmost or the lowest of all.
  private func isOrdered(_ level: Operation.Level, in picture: Picture) -> Bool {
    let all = picture.things.map(\.id)
    let end = level == .front ? all.suffix(selection.count) : all.prefix(selection.count)
    return end.allSatisfy(selection.contains)
  }
}
