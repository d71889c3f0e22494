import EaselBase
import GroupTesting
import Testing

@testable import BoardModel

struct DrawingOrderTests {
  private func table(of count: Int) -> OperationTable {
    var desk = Desk()
    for _ in 0..<count { desk.draw() }
    return desk.picture.operations
  }

  private func slots(_ order: DrawingOrder) -> [Slot] {
    var (slots, index): ([Slot], DrawingOrder.Index) = ([], order.startIndex)
    while index < order.endIndex {
      slots.append(order[index])
      index = order.index(after: index)
    }
    return slots
  }

  @Test("A slot that is not in the order gets no level, and the order keeps each slot once")
  func unknown() {
    let operations = table(of: 4)
    var order = DrawingOrder()
    for slot in Slot(0)..<3 { order.insert(slot, operations) }
    order.set(DrawingOrder.Level(isFront: false, change: 2), of: 3, operations)
    #expect(slots(order) == [0, 1, 2])
    order.insert(3, operations)
    order.insert(1, operations)
    #expect(slots(order) == [0, 1, 2, 3])
  }

  @Test("Setting levels reports a change exactly when the order of visible things changes")
  func differs() {
    for seed in 0..<Seeds.count(300) {
      var chance = SplitMix64(seed: seed)
      let count = Slot.random(in: 1...12, using: &chance)
      let operations = table(of: Int(count) + 3)
      func level() -> DrawingOrder.Level? {
        guard Int.random(in: 0..<3, using: &chance) > 0 else { return nil }
        return DrawingOrder.Level(
          isFront: Bool.random(using: &chance),
          change: count + Slot.random(in: 0..<3, using: &chance))
      }
      var order = DrawingOrder()
      for slot in 0..<count {
        order.insert(slot, operations)
        order.set(level(), of: slot, operations)
      }
      let hidden = Set((0..<count).filter { _ in Int.random(in: 0..<3, using: &chance) == 0 })
      var (other, levels): (DrawingOrder, [Slot: DrawingOrder.Level?]) = (order, [:])
      for slot in 0..<count where Int.random(in: 0..<4, using: &chance) == 0 {
        let level = level()
        levels.updateValue(level, forKey: slot)
        other.set(level, of: slot, operations)
      }
      let visible = slots(order).filter { !hidden.contains($0) }
      #expect(
        order.differs(withLevels: levels, operations) { !hidden.contains($0) }
          == (visible != slots(other).filter { !hidden.contains($0) }), "seed \(seed)")
    }
  }
}
