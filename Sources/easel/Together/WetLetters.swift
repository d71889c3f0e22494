import Vocabulary
import Whiteboard

extension [Gathering.Letter] {
  /// The same, with ink under others' hands that follows each other as one letter: each wakes the
  /// whiteboard, and of one line only what was told last is to be seen.
  var joiningInk: [Gathering.Letter] {
    var joined: [Gathering.Letter] = []
    var (items, session) = ([GuestItem](), Bytes16?.none)
    func lay() -> [Gathering.Letter] {
      guard let session, !items.isEmpty else { return [] }
      return [.event(.session(.wets(items), in: session))]
    }
    for letter in self {
      if case .event(.session(let event, let place)) = letter, let ink = event.ink,
        session ?? place == place
      {
        session = place
        for item in ink {
          if let index = items.firstIndex(where: { $0.id == item.id }) { items.remove(at: index) }
          items.append(item)
        }
      } else {
        joined += lay()
        (items, session) = ([], nil)
        joined.append(letter)
      }
    }
    return joined + lay()
  }
}

extension SessionEvent {
  /// What somebody has under their hand, where it tells nothing else.
  fileprivate var ink: [GuestItem]? {
    switch self {
    case .wet(let item): [item]
    case .wets(let items): items
    default: nil
    }
  }
}
