import Testing

@testable import easel

/// How a run decides about its user's seat.
@Suite struct SeatHandoverTests {
  /// The seat is on its way to a terminal, which has yet to show the board.
  private func given() -> SeatHandover {
    var handover = SeatHandover()
    _ = handover.asked(from: "pts/7", mayMove: true)
    _ = handover.ready(mayMove: true)
    _ = handover.saved(true, at: 1_000)
    return handover
  }

  @Test("A seat moves in four steps, and the file is closed before the seat is given")
  func moves() {
    var handover = SeatHandover()
    #expect(handover.asked(from: "pts/7", mayMove: true) == [.promise])
    #expect(!handover.holdsInput)
    #expect(handover.ready(mayMove: true) == [.save])
    #expect(handover.holdsInput && !handover.hasClosedFile)
    #expect(handover.saved(true, at: 1_000) == [.give])
    #expect(handover.hasClosedFile)
    #expect(handover.seated() == [.end(movedTo: "pts/7")])
    #expect(handover.seated() == [] && handover.closed() == [])
  }

  @Test("The second of two runs that want the seat hears where the seat moves")
  func twice() {
    var handover = SeatHandover()
    let refusal = SeatHandover.Action.refuse(.moving(to: "pts/7"))
    _ = handover.asked(from: "pts/7", mayMove: true)
    #expect(handover.asked(from: "pts/8", mayMove: true) == [refusal])
    _ = handover.ready(mayMove: true)
    #expect(handover.asked(from: "pts/8", mayMove: true) == [refusal])
    _ = handover.saved(true, at: 0)
    #expect(handover.asked(from: "pts/8", mayMove: true) == [refusal])
    _ = handover.seated()
    #expect(handover.asked(from: "pts/8", mayMove: true) == [refusal])
  }

  @Test("A seat that may not move stays, before and after the promise")
  func busy() {
    var handover = SeatHandover()
    #expect(handover.asked(from: "pts/7", mayMove: false) == [.refuse(.busy)])
    #expect(handover.asked(from: "pts/7", mayMove: true) == [.promise])
    #expect(handover.ready(mayMove: false) == [.refuse(.busy)])
    #expect(handover.asked(from: "pts/8", mayMove: true) == [.promise])
  }

  @Test("A seat whose board cannot be saved stays")
  func unsaved() {
    var handover = SeatHandover()
    _ = handover.asked(from: "pts/7", mayMove: true)
    _ = handover.ready(mayMove: true)
    #expect(handover.saved(false, at: 0) == [.refuse(.unsaved)])
    #expect(!handover.holdsInput && !handover.hasClosedFile)
  }

  @Test(
    "The board is opened again if the other run goes away, at any time before it shows the board")
  func closed() {
    var promised = SeatHandover()
    _ = promised.asked(from: "pts/7", mayMove: true)
    #expect(promised.closed() == [] && !promised.holdsInput)
    var saving = SeatHandover()
    _ = saving.asked(from: "pts/7", mayMove: true)
    _ = saving.ready(mayMove: true)
    #expect(saving.closed() == [])
    #expect(saving.asked(from: "pts/8", mayMove: true) == [.refuse(.busy)])
    #expect(saving.saved(true, at: 0) == [.resume])
    var given = given()
    #expect(given.closed() == [.resume] && !given.hasClosedFile)
  }

  @Test("The board is opened again if the other run is silent for fifteen seconds")
  func silent() {
    var handover = given()
    #expect(handover.deadline == 1_000 + SeatHandover.patience)
    #expect(handover.woke(at: 1_000 + SeatHandover.patience - 1) == [])
    #expect(handover.woke(at: 1_000 + SeatHandover.patience) == [.resume])
    #expect(handover.deadline == nil)
  }

  @Test("A run that cannot open the board again, because the other run has it, ends")
  func held() {
    var handover = given()
    _ = handover.closed()
    #expect(handover.held(by: "pts/7") == [.end(movedTo: "pts/7")])
  }

  @Test("A message that no run has announced changes nothing")
  func unexpected() {
    var handover = SeatHandover()
    #expect(handover.ready(mayMove: true) == [] && handover.seated() == [])
    #expect(handover.saved(true, at: 0) == [] && handover.woke(at: .max) == [])
    _ = handover.asked(from: "pts/7", mayMove: true)
    #expect(handover.seated() == [])
    _ = handover.ready(mayMove: true)
    #expect(handover.seated() == [])
  }
}
