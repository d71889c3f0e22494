import Dispatch
import Vocabulary
import Whiteboard

// Into the call and out of it.
extension Stand {
  var isConnected: Bool { gathering != nil }

  /// Enters the call, beside the loop. What comes of it comes as a letter.
  ///
  /// - Parameter wish: a board's path, for whoever has it open to share it.
  func enter(_ connection: Connection, as name: SafeText, wishingFor wish: String?) {
    let letters = letters
    self.connection = connection
    connection.knocks.listen { news in
      switch news {
      case .came(let visitor): letters.post(.event(.call(.knocked(visitor))))
      case .went(let visitor): letters.post(.event(.call(.wentAway(visitor: visitor))))
      }
    }
    DispatchQueue.main.async {
      MainActor.assumeIsolated {
        do {
          let gathering = Gathering(connection.enter(as: name), connection.rights) {
            letters.post($0)
          }
          if let wish { gathering.wish(for: wish) }
          letters.post(.connected(gathering, try connection.tickets().map(Tickets.init)))
        } catch { letters.post(.event(.failed(SafeText(Refusal(wording: error).sentence)))) }
      }
    }
  }

  /// Says goodbye to the others, who else would think that one is out of reach.
  func leaveCall(withinMilliseconds patience: Int) {
    sendRest()
    let isOver = DispatchSemaphore(value: 0)
    call { $0.stop { isOver.signal() } }
    if gathering != nil { _ = isOver.wait(timeout: .now() + .milliseconds(patience)) }
  }
}
