import OpenGroupActivities

/// The fate of a message, for the person who clapped.
func clapLoudly(with messenger: GroupSessionMessenger) async -> String {
  do {
    let delivery = try await messenger.deliver(Hands(times: 100))
    guard delivery.missed.isEmpty else {
      return "not heard by \(delivery.missed.map(\.description).sorted().joined(separator: ", "))"
    }
    return "heard by \(delivery.received.count)"
  } catch GroupSessionError.tooLarge(let bytes, let limit) {
    return "\(bytes - limit) bytes too loud"
  } catch {
    return "not clapped: \(error)"
  }
}
