import Foundation
import Combine
import GroupActivities

/// The drawing and the view of one person, written as programs for Group Activities are: an
/// observable object of the main actor that follows its session by sinks, and sends by tasks that
/// no code awaits.
@MainActor
class Canvas: ObservableObject {
  @Published var strokes = [Stroke]()
  @Published var activeStroke: Stroke?
  @Published var images = [CanvasImage]()
  @Published var groupSession: GroupSession<DrawTogether>?
  let strokeColor = Stroke.Color.random

  var subscriptions = Set<AnyCancellable>()
  var tasks = Set<Task<Void, Never>>()
  var finished = Set<UUID>()
  var messenger: GroupSessionMessenger?
  var swiftMessenger: GroupSessionMessenger?
  var journal: GroupSessionJournal?

  var pointCount: Int { strokes.reduce(0) { $0 + $1.points.count } }

  func addPointToActiveStroke(_ point: CGPoint) {
    let stroke = activeStroke ?? Stroke(color: strokeColor)
    activeStroke = stroke
    stroke.points.append(point)
    if let messenger = swiftMessenger {
      let message = UpsertStrokeMessage(id: stroke.id, color: stroke.color, point: point)
      Task { try? await messenger.send(message) }
    }
  }

  func finishStroke() {
    guard let stroke = activeStroke else { return }
    strokes.append(stroke)
    activeStroke = nil
    if let messenger = messenger {
      let message = FinishStrokeMessage(
        id: stroke.id, color: stroke.color, points: stroke.points)
      Task { try? await messenger.send(message) }
    }
  }

  func placeImage(_ imageData: Data, at location: CGPoint) {
    guard let journal else { return }
    let metadata = ImageMetadataMessage(location: location)
    Task {
      do {
        _ = try await journal.add(imageData, metadata: metadata)
      } catch {
        print("Not placed: \(error)")
      }
    }
  }

  func startSharing() {
    Task {
      do {
        _ = try await DrawTogether().activate()
      } catch {
        print("Not shared: \(error)")
      }
    }
  }

  func reset() {
    strokes = []
    images = []
    messenger = nil
    swiftMessenger = nil
    journal = nil
    tasks.forEach { $0.cancel() }
    tasks = []
    subscriptions = []
    if groupSession != nil {
      groupSession?.leave()
      groupSession = nil
      startSharing()
    }
  }

  func configureGroupSession(_ groupSession: GroupSession<DrawTogether>) {
    strokes = []
    self.groupSession = groupSession
    let messenger = GroupSessionMessenger(session: groupSession)
    self.messenger = messenger
    let swiftMessenger = GroupSessionMessenger(session: groupSession, deliveryMode: .unreliable)
    self.swiftMessenger = swiftMessenger
    let journal = GroupSessionJournal(session: groupSession)
    self.journal = journal

    groupSession.$state
      .sink { state in
        if case .invalidated = state {
          self.groupSession = nil
          self.reset()
        }
      }
      .store(in: &subscriptions)

    groupSession.$activeParticipants
      .sink { activeParticipants in
        // The property still has the set as it was.
        let newcomers = activeParticipants.subtracting(groupSession.activeParticipants)
        let message = CanvasMessage(strokes: self.strokes, pointCount: self.pointCount)
        Task { try? await messenger.send(message, to: .only(newcomers)) }
      }
      .store(in: &subscriptions)

    receive(messenger, swiftMessenger)
    tasks.insert(
      Task {
        for await attachments in journal.attachments { await show(attachments) }
      })
    groupSession.join()
  }

  private func receive(_ messenger: GroupSessionMessenger, _ swift: GroupSessionMessenger) {
    tasks.insert(
      Task {
        for await (message, _) in swift.messages(of: UpsertStrokeMessage.self) { handle(message) }
      })
    tasks.insert(
      Task {
        for await (message, _) in messenger.messages(of: FinishStrokeMessage.self) {
          handle(message)
        }
      })
    tasks.insert(
      Task {
        for await (message, _) in messenger.messages(of: CanvasMessage.self) { handle(message) }
      })
  }

  /// Shows the pictures of a complete list; leaves out those that cannot be loaded.
  private func show(_ attachments: [GroupSessionJournal.Attachment]) async {
    images = await withTaskGroup(of: CanvasImage?.self) { group in
      for attachment in attachments {
        group.addTask {
          do {
            let metadata = try await attachment.loadMetadata(of: ImageMetadataMessage.self)
            let imageData = try await attachment.load(Data.self)
            return CanvasImage(
              id: attachment.id, location: metadata.location, imageData: imageData)
          } catch {
            return nil
          }
        }
      }
      var images = [CanvasImage]()
      for await image in group {
        if let image { images.append(image) }
      }
      return images
    }
  }

  func handle(_ message: UpsertStrokeMessage) {
    // The other messenger may have been faster.
    guard !finished.contains(message.id) else { return }
    if let stroke = strokes.first(where: { $0.id == message.id }) {
      stroke.points.append(message.point)
    } else {
      strokes.append(Stroke(id: message.id, points: [message.point], color: message.color))
    }
  }

  func handle(_ message: FinishStrokeMessage) {
    finished.insert(message.id)
    if let stroke = strokes.first(where: { $0.id == message.id }) {
      stroke.points = message.points
    } else {
      strokes.append(Stroke(id: message.id, points: message.points, color: message.color))
    }
  }

  func handle(_ message: CanvasMessage) {
    guard message.pointCount > pointCount else { return }
    strokes = message.strokes
  }
}
