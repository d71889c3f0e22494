import ArgumentParser
import Dispatch
import Glibc
import OpenGroupActivities
import Sharing
import Synchronization
import Transports
import Trust
import Vocabulary

/// `easel relay`: what `easel join ssh://…` runs at the far side.
struct RelayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "relay",
    abstract: "Lead whoever is at the other end of standard input and output into your call.",
    discussion: """
      What `easel join ssh://…` runs at the far side. Where nobody draws yet, it holds the call and \
      waits. For a login that can do nothing else, put this before its key in authorized_keys: \
      command="easel relay --watch --as Gil",restrict
      """)

  @Argument(
    help: ArgumentHelp(
      "Lead to the door of another user here, who is asked: @USER.", valueName: "user"))
  var user: String?

  @Flag(help: "Let them watch, and not draw.")
  var watch = false

  @Option(
    name: .customLong("as"),
    help: "What they are called, whatever they call themselves.")
  var name: String?

  func run() throws {
    let given = name.map { SafeText($0, limit: .name) }
    guard given?.string.isEmpty != true else {
      throw Refusal("a name needs something that can be seen.", code: Refusal.usage)
    }
    if let user {
      guard given == nil else {
        throw Refusal(
          "--as names those who come into your own call; at a door they are asked about.",
          code: Refusal.usage)
      }
      return try lead(to: try DoorOf(user))
    }
    let (artist, _) = Artist.current(Places.current(), Settings())
    let role: Role = watch ? .watch : .draw
    do throws(TransportFault) {
      let relay = try Connection.relaying(to: role, as: given, artist) { Self.leave() }
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
