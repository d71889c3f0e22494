import EaselBase

extension BoardError: CustomStringConvertible {
  /// The problem, the file and the remedy. Nothing in the text can control a terminal.
  public var description: String { SafeText("\(what). \(remedy)").string }

  private var what: String {
    switch fault {
    case .missing: "there is no board at \(path)"
    case .exists: "there is a file at \(path) already"
    case .notABoard: "\(path) is not an Easel board"
    case .newerVersion(let version): "\(path) was written by a newer Easel (format \(version))"
    case .tooLarge: "\(path) is damaged, and larger than a board can be"
    case .held(let holder): "\(path) is open already: \(holder)"
    case .diskFull: "the disk is full, so \(path) cannot take more ink"
    case .readOnlyFile: "\(path) is read-only"
    case .readOnlyFolder: "the folder of \(path) is read-only"
    case .forbidden: "\(path) may not be read by you"
    case .system(let reason): "\(path) cannot be used: \(reason)"
    case .closed: "\(path) was closed"
    }
  }

  private var remedy: String {
    switch fault {
    case .missing: "See what there is with `easel boards`."
    case .exists: "Choose another name."
    case .notABoard: "It was left as it is; name another file."
    case .newerVersion: "Update Easel to open it."
    case .tooLarge: "It was left as it is; name another file."
    case .held: "Leave the board there first, or open another one."
    case .diskFull: "Make room."
    case .readOnlyFile: "Make it writable, or draw on a duplicate."
    case .readOnlyFolder: "Make the folder writable, or draw on a duplicate elsewhere."
    case .forbidden: "Ask its owner, or change its mode."
    case .system: "Look after the disk, then try again."
    case .closed: "Open it again."
    }
  }
}
