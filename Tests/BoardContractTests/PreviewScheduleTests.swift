import BoardContract
import Testing

/// When a participant sends a preview of the board.
@Suite struct PreviewScheduleTests {
  @Test("A change is sent at once, and the next one after the pause") func pause() {
    var schedule = PreviewSchedule()
    let first = schedule.removeDue(at: 100)
    #expect(!first && schedule.due == nil)
    schedule.pictureChanged()
    let second = schedule.removeDue(at: 100)
    #expect(second && schedule.due == nil)
    schedule.pictureChanged()
    let end = 100 + PreviewSchedule.pauseMilliseconds
    #expect(schedule.due == end)
    let early = schedule.removeDue(at: end - 1)
    let due = schedule.removeDue(at: end)
    #expect(!early && due)
  }
}
