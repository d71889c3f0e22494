import Combine
import Foundation
import GroupActivities
import SocketTransports

// One person who draws with others over Unix sockets: `[--begin] POINTS NAME`. The person draws a line
// once the canvas has so many points, prints each number of whole lines, and leaves after three.

let name = CommandLine.arguments.last ?? ""
let start = CommandLine.arguments.dropLast().last.flatMap { Int($0) } ?? 0
let call = LocalCall(called: name)
let system = GroupSystem(
  name: name, member: call.member, over: call.transports, sealedBy: call.seal)
GroupSystem.setDefault(system)

let canvas = Canvas()
let arrivals = Task {
  for await session in DrawTogether.sessions() { canvas.configureGroupSession(session) }
}
var subscriptions = Set<AnyCancellable>()
let observer = GroupStateObserver()
if CommandLine.arguments.contains("--begin") {
  observer.$isEligibleForGroupSession
    .filter { $0 }
    .first()
    .receive(on: DispatchQueue.main)
    .sink { _ in canvas.startSharing() }
    .store(in: &subscriptions)
}

@MainActor func isReady() -> Bool {
  let people = canvas.groupSession?.activeParticipants.count ?? 0
  return people > 1 && canvas.pointCount >= start
}

let length = 20
while !isReady() { try await Task.sleep(for: .milliseconds(20)) }
for x in 0..<length { canvas.addPointToActiveStroke(CGPoint(x: x, y: start)) }
canvas.finishStroke()

var lines = 1
while lines < 3 {
  try await Task.sleep(for: .milliseconds(20))
  let now = canvas.strokes.filter { $0.points.count == length }.count
  if now > lines { print("\(now) lines") }
  lines = now
}
arrivals.cancel()
await withCheckedContinuation { left in system.leaveCall { left.resume() } }
