import Foundation
import Combine
import GroupActivities

// Everything that programs for Group Activities say, so that it goes on being understood.

struct Watch: GroupActivity {
  static let activityIdentifier = "org.example.watch"
  var url = URL(fileURLWithPath: "/")

  var metadata: GroupActivityMetadata {
    get async {
      var metadata = GroupActivityMetadata()
      metadata.title = "Watch"
      metadata.subtitle = "Together"
      metadata.previewImage = await preview()
      metadata.fallbackURL = url
      metadata.type = .watchTogether
      metadata.supportsContinuationOnTV = true
      metadata.preferredBroadcastOptions = [BroadcastOptions.mirroredVideo]
      metadata.sceneAssociationBehavior = SceneAssociationBehavior.content("film")
      metadata.lifetimePolicy = .endsWhenInitiatorLeaves
      return metadata
    }
  }

  private func preview() async -> CGImage? {
    CGImage(png: Data())
  }
}

struct Hello: Codable, CustomMessageIdentifiable {
  static let messageIdentifier = "hello"
  var words = ""
}

@MainActor
final class Surface: ObservableObject {
  @Published var groupSession: GroupSession<Watch>?
  @Published var isEligible = false
  @Published var failures: [Error] = []
  let groupStateObserver = GroupStateObserver()
  private var subscriptions = Set<AnyCancellable>()
  private var messenger: GroupSessionMessenger?

  init() {
    isEligible = groupStateObserver.isEligibleForGroupSession
    groupStateObserver.$isEligibleForGroupSession
      .receive(on: DispatchQueue.main)
      .sink { self.isEligible = $0 }
      .store(in: &subscriptions)
  }

  func withDefault(_ activity: Watch) async throws {
    switch await activity.prepareForActivation() {
    case .activationDisabled: break
    case .activationPreferred: _ = try await activity.activate()
    case .cancelled: break
    default: ()
    }
  }

  func withUnknownDefault(_ activity: Watch) async -> Bool {
    switch await activity.prepareForActivation() {
    case .activationDisabled: return false
    case .activationPreferred: return true
    case .cancelled: return false
    @unknown default: return false
    }
  }

  func withSome(_ activity: Watch) async -> Bool {
    switch await activity.prepareForActivation() {
    case .activationPreferred: return true
    default: return false
    }
  }

  func listen() async {
    for await session in Watch.sessions() { configure(session) }
  }

  func configure(_ session: GroupSession<Watch>) {
    groupSession = session
    messenger = GroupSessionMessenger(session: session, deliveryMode: .reliable)
    session.$activity
      .sink { activity in print(activity.url) }
      .store(in: &subscriptions)
    session.$state.removeDuplicates()
      .sink { [weak self] state in
        switch state {
        case .waiting, .joined: break
        case .invalidated(let reason): self?.failures.append(reason)
        @unknown default: break
        }
      }
      .store(in: &subscriptions)
    session.objectWillChange.sink { _ in }.store(in: &subscriptions)
    Task {
      for await participants in session.$activeParticipants.values { print(participants.count) }
    }
    session.join()
  }

  func send(_ session: GroupSession<Watch>) async throws {
    let messenger = GroupSessionMessenger(session: session)
    let others = session.activeParticipants.subtracting([session.localParticipant])
    try await messenger.send(Hello())
    try await messenger.send(Data())
    try await messenger.send(Hello(), to: .all)
    try await messenger.send(Data(), to: .only(others))
    if let other = others.first { try await messenger.send(Hello(), to: .only(other)) }
    messenger.send(Hello()) { error in if let error = error { self.failures.append(error) } }
    messenger.send(Data(), to: .only([])) { error in
      if let error = error { self.failures.append(error) }
    }
    for await (message, context) in messenger.messages(of: Hello.self) {
      print(message.words, context.source.id)
    }
    for await (data, context) in messenger.messages(of: Data.self) {
      print(data.count, context.source.isNearbyWithLocalParticipant)
    }
  }

  func share(_ activity: Watch) async throws -> Bool {
    let controller = try GroupActivitySharingController(activity)
    controller.allowsProminentActivity = false
    let provider = NSItemProvider()
    provider.registerGroupActivity(activity)
    provider.registerGroupActivity { Watch() }
    let other = GroupActivitySharingController(preparationHandler: { Watch() })
    switch await other.result {
    case .success: return await controller.result == .success
    case .cancelled: return false
    @unknown default: return false
    }
  }

  func arrange(_ session: GroupSession<Watch>) async {
    guard let coordinator = await session.systemCoordinator else { return }
    var configuration = SystemCoordinator.Configuration()
    configuration.spatialTemplatePreference = .sideBySide
    configuration.supportsGroupImmersiveSpace = true
    coordinator.configuration = configuration
  }

  func change(_ session: GroupSession<Watch>) {
    session.activity = Watch(url: URL(fileURLWithPath: "/film"))
    session.showNotice(
      GroupSessionEvent(originator: session.localParticipant, action: .play, url: nil))
    session.showNotice(
      .init(
        originator: session.localParticipant, action: .updatedQueue(.added(.song("Yes"))), url: nil)
    )
    session.requestForegroundPresentation()
    print(session.id, session.isLocallyInitiated, session.state == .joined, session)
    session.leave()
    session.end()
  }
}
