import BoardContract
import GroupTesting
import Testing

@Suite struct IdentityAssignmentTests {
  private typealias Wish = IdentityAssignment.Wish<Int>

  @Test("the first to come gets their wish; the next gets the next free number") func clash() {
    let wishes = [
      Wish(id: 3, since: 10, number: 1), Wish(id: 1, since: 30, number: 1),
      Wish(id: 2, since: 20, number: 2),
    ]
    #expect(IdentityAssignment.assign(wishes, among: 4) == [3: 1, 2: 2, 1: 3])
  }

  @Test("alike in whatever order the wishes are heard of, and distinct while there are enough")
  func alike() {
    for seed in Seeds.range(50) {
      var random = SplitMix64(seed: seed)
      let count = Int.random(in: 1...12, using: &random)
      let wishes = (0..<count).map {
        Wish(
          id: $0, since: .random(in: 0...3, using: &random),
          number: .random(in: -20...20, using: &random))
      }
      let assigned = IdentityAssignment.assign(wishes, among: 12)
      #expect(
        assigned == IdentityAssignment.assign(wishes.shuffled(using: &random), among: 12), "\(seed)"
      )
      #expect(Set(assigned.values).count == count, "seed \(seed)")
    }
  }

  @Test("a participant who comes later takes nothing from those who are there") func stable() {
    let wishes = (0..<30).map { Wish(id: -$0, since: Int64($0), number: 5) }
    let few = IdentityAssignment.assign(Array(wishes.prefix(9)), among: 12)
    let many = IdentityAssignment.assign(wishes, among: 12)
    for (id, number) in few { #expect(many[id] == number) }
    #expect(many.count == 30)
    #expect(IdentityAssignment.assign(wishes, among: 0).isEmpty)
  }

  @Test("numbers of any size are wishes, too") func hostile() {
    let wishes = [
      Wish(id: 1, since: .min, number: .min), Wish(id: 2, since: .max, number: .max),
    ]
    #expect(IdentityAssignment.assign(wishes, among: 12).count == 2)
  }
}
