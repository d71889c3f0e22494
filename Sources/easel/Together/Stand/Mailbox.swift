import Synchronization

/// What other threads have for one that waits for a bell, in the order it came.
final class Mailbox<Letter: Sendable>: Sendable {
  private let letters = Mutex<[Letter]>([])
  private let bell = Bell()

  /// Readable while there are letters.
  var descriptor: Int32 { bell.descriptor }

  func post(_ letter: Letter) {
    letters.withLock { $0.append(letter) }
    bell.ring()
  }

  /// Waits for a letter, for so long at the most.
  func wait(milliseconds: Int32) { bell.wait(milliseconds: milliseconds) }

  func take() -> [Letter] {
    bell.silence()
    return letters.withLock { letters in
      defer { letters = [] }
      return letters
    }
  }
}
