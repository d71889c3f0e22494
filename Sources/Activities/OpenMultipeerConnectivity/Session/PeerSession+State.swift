extension PeerSession {
  /// An attempt to connect to one peer.
  struct Attempt {
    enum Stage {
      /// The other program has not answered the invitation.
      case invited
      case exchanging(TicketExchange)
      /// The other program is busy: it invites this side itself, or it is in the same call.
      case waiting
      /// The peer comes into the call, or this side comes into the peer's.
      case joining
    }

    let number: UInt64
    let link: InvitationLink
    var stage: Stage

    /// Whether the other program has not accepted the invitation.
    var isUnanswered: Bool {
      switch stage {
      case .invited, .waiting: true
      case .exchanging, .joining: false
      }
    }
  }

  struct State {
    var table: PeerTable
    var attempts: [MCPeerID: Attempt] = [:]
    var call: PeerCall?
    var lastNumber: UInt64 = 0
    /// Whether this side founds a call soon, if it gets no ticket before.
    var foundsSoon = false

    /// Whether as many peers as possible are connected or about to be.
    var isFull: Bool {
      table.connected.count + attempts.values.count { !$0.isUnanswered } >= PeerTable.othersMax
    }

    /// The peers who wait for a ticket.
    var waitingPeers: [(peer: MCPeerID, number: UInt64)] {
      attempts.compactMap { peer, attempt in
        guard case .exchanging(let exchange) = attempt.stage, exchange.isReady else { return nil }
        return (peer, attempt.number)
      }
    }

    /// Whether this side is in a call, or waits for a ticket to one.
    var isInSession: Bool {
      call != nil
        || attempts.values.contains {
          if case .exchanging(let exchange) = $0.stage { exchange.isTaker } else { false }
        }
    }
  }
}
