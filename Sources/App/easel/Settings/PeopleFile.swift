import BoardContract
import BoardFiles
import EaselBase
import ScreenContract
import SystemFiles

/// The private file of the people whom this user met.
struct PeopleFile {
  let path: String

  /// Reads the people. A missing file means nobody. Returns one sentence if the file or one of its
  /// lines cannot be understood.
  func read() -> (KnownPeople, complaint: String?) {
    do {
      let text = try content()
      let wrong = text.wrongLine.map {
        "\(UserError.shown(path)): line \($0): expected \(PeopleText.expected)."
      }
      return (text.people, wrong)
    } catch {
      return (KnownPeople(), error.sentence)
    }
  }

  /// Changes the people in the file. Two processes that do so at once wait for each other.
  ///
  /// - Returns: the result of the change.
  @discardableResult
  func change<Result>(
    _ change: (inout KnownPeople) throws(UserError) -> Result
  ) throws(UserError) -> Result {
    let lock: FileLock
    do throws(FileError) {
      try FileSystem.makeFolder(FileSystem.folder(of: path))
      lock = try FileLock(at: path + ".lock", isOwn: true)
    } catch { throw .cannot("write", path, error) }
    defer { lock.remove() }
    var text = try content()
    var people = text.people
    let result = try change(&people)
    guard people != text.people else { return result }
    text.set(people)
    let bytes = Array(text.text.utf8)
    guard bytes.count <= PeopleText.bytesMax else {
      throw .cannot("write", path, .tooLong(PeopleText.bytesMax))
    }
    do throws(FileError) { try PrivateFile.replace(path, with: bytes) } catch {
      throw .cannot("write", path, error)
    }
    return result
  }

  private func content() throws(UserError) -> PeopleText {
    let bytes: [UInt8]?
    do throws(FileError) { bytes = try PrivateFile.read(path, limit: PeopleText.bytesMax) } catch {
      throw .cannot("read", path, error)
    }
    guard let text = String(validating: bytes ?? [], as: UTF8.self) else {
      throw UserError("\(UserError.shown(path)): this is no text in UTF-8.")
    }
    return PeopleText(text)
  }
}
