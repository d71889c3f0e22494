import Testing
import Vocabulary
import Whiteboard

@testable import easel

/// An entry is sent to the others only when it is safe on the disk.
@MainActor @Suite(.serialized) struct DurableFirstTests {
  private let disk = TestDisk()

  private func things(of index: Int, _ company: Company) -> Int {
    company.stands[index].whiteboard.picture.things.count
  }

  /// Ben draws. When his disk has been asked, he sends a marker over the same ordered link: entries sent
  /// before the disk answered would reach Ada before the marker.
  private func drawAndSendMarker(_ company: Company, whenAsked: () -> Bool) async {
    company.draw(1, from: (30, 4), to: (50, 9))
    #expect(await company.reach(whenAsked))
    company.stands[1].attend()
    company.press(.character("!"), of: 1)
    #expect(await company.reach { company.has(0, heard: "Ben shows you this place") })
  }

  @Test(
    "While the disk does not answer, no part of a line is sent; when it answers, the whole line is")
  func slow() async {
    let company = await Company.pair(disk: disk)
    disk.set(.hangs)
    await drawAndSendMarker(company) { disk.isAsked }
    #expect(things(of: 1, company) == 2 && things(of: 0, company) == 1)
    disk.set(.works)
    #expect(await company.reach { company.isAlike(things: 2) })
  }

  @Test("While the disk fails, no part of a line is sent; when it works again, the whole line is")
  func failing() async {
    let company = await Company.pair(disk: disk)
    disk.set(.fails)
    await drawAndSendMarker(company) { company.has(1, heard: "Failure") }
    #expect(things(of: 1, company) == 2 && things(of: 0, company) == 1)
    disk.set(.works)
    #expect(await company.reach { company.isAlike(things: 2) })
  }
}
