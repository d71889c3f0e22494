import OpenCombine
import OpenGroupActivities

@MainActor
final class Score: ObservableObject {
  @Published var claps = 0
  @Published var session: GroupSession<Clap>?
  private var messenger: GroupSessionMessenger?
  private var subscriptions = Set<AnyCancellable>()
  private var tasks = Set<Task<Void, Never>>()

  func configure(_ session: GroupSession<Clap>) {
    self.session = session
    let messenger = GroupSessionMessenger(session: session)
    self.messenger = messenger

    session.$state
      .sink { [weak self] state in
        if case .invalidated = state { self?.session = nil }
      }
      .store(in: &subscriptions)

    session.$activeParticipants
      .sink { [weak self] people in
        // The property still has who was there before.
        let newcomers = people.subtracting(session.activeParticipants)
        guard let score = self?.claps, score > 0 else { return }
        Task { try await messenger.send(Hands(times: score), to: .only(newcomers)) }
      }
      .store(in: &subscriptions)

    tasks.insert(
      Task { [weak self] in
        for await (hands, _) in messenger.messages(of: Hands.self) { self?.claps += hands.times }
      })
    session.join()
  }

  func clap() {
    claps += 1
    guard let messenger else { return }
    Task { try await messenger.send(Hands(times: 1)) }
  }
}
