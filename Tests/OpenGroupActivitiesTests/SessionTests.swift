import Foundation
import Testing

@testable import OpenGroupActivities

@MainActor @Suite(.timeLimit(.minutes(1))) struct SessionTests {
  @Test("everybody gets the session and sees the same participants, by name")
  func meet() async throws {
    let table = Table("Ann", "Bob", "Cyd")
    let guests = table.guests()
    try await table.meet(guests)
    let seen = guests.compactMap { $0.session?.activeParticipants }
    #expect(seen[0] == seen[1] && seen[1] == seen[2])
    #expect(Set(seen[0].map(\.name)) == ["Ann", "Bob", "Cyd"])
    #expect(guests.map { $0.session?.isLocallyInitiated } == [true, false, false])
    #expect(guests.map { $0.session?.initiator.name } == ["Ann", "Ann", "Ann"])
    #expect(Set(guests.compactMap { $0.session?.id }).count == 1)
    for guest in guests {
      let session = try #require(guest.session)
      #expect(session.activeParticipants.contains(session.localParticipant))
    }
  }
}
