import ArgumentParser
import Dispatch
import Glibc
import OpenGroupActivities
import Sharing
import Synchronization
import Transports
import Trust

/// `easel relay`: what `easel join ssh://…` runs at the far side.
struct RelayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "relay",
    abstract: "Lead whoever is at the other end of standard input and output into your call.",
    discussion: """
      What `easel join ssh://…` runs at the far side. Where nobody draws yet, it holds the call and \
      waits. For a login that can do nothing else, put this before its key in authorized_keys: \
      command="easel relay --watch",restrict
      """)

  @Argument(
    help: ArgumentHelp(
      "Lead to the door of another user here, who is asked: @USER.", valueName: "user"))
  var user: String?

  @Flag(help: "Let them watch, and not draw.")
  var watch = false

  func run() throws {
    if let user { return try lead(to: try DoorOf(user)) }
    let (artist, _) = Artist.current(Places.current(), Settings())
    let role: Role = watch ? .watch : .draw
    do throws(TransportFault) {
      let relay = try Connection.relaying(to: role, artist) { Self.leave() }
      Self.current.withLock { $0 = relay }
    } catch {
      throw Refusal(error.description)
    }
    dispatchMain()
  }

  /// All that is said goes to and fro unread: they speak with whoever lives there.
  private func lead(to door: DoorOf) throws {
    do throws(TransportFault) {
      try PipeTransport.joinStandardStreams(to: try door.place.connect())
    } catch {
      throw door.refusal(error)
    }
  }

  /// Goodbye is said before the process ends.
  private static func leave() {
    guard let relay = current.withLock({ $0 }) else { Glibc.exit(0) }
    relay.leaveCall { Glibc.exit(0) }
  }

  private static let current = Mutex<GroupSystem?>(nil)
}
