import BoardDocument

/// The content of the two bars, from the state of all parts.
struct BarContent {
  let workspace: Workspace
  let editor: Editor
  let panel: SessionPanel
  let presence: Presence

  private var chrome: Chrome { workspace.chrome }

  func bars(_ undoability: Undoability) -> Composer.Bars {
    Composer.Bars(top: topLine, bottom: controlBar(undoability))
  }

  private var topLine: TopLine {
    var line = TopLine(
      name: workspace.board.name, saving: workspace.board.saving,
      person: workspace.setup.person.name, tools: editor.tools,
      zoom: workspace.view.zoomLabel, notice: workspace.notices.shown, chrome: chrome)
    guard let session = presence.session else { return line }
    line.link = linkState
    line.sign = session.sign(of: session.me, chrome)
    line.color = session.looks[session.me]?.color
    if let leader = presence.following.leader {
      line.zoom = "follows \(chrome.fit(session.name(of: leader, chrome), 12))"
    }
    return line
  }

  /// The state of the link to the other participants. Nil if the delay is too short to notice, as
  /// on the same machine or the same local network.
  private var linkState: String? {
    if panel.reachability.isLossReported { return "out of reach" }
    guard let measured = panel.surroundings.roundTrip, measured >= Self.feltMilliseconds else {
      return nil
    }
    let roundTrip = min(measured, 60_000)
    // Two digits are enough, because further digits would change all the time.
    let unit: Int64 = roundTrip >= 1_000 ? 100 : roundTrip >= 100 ? 10 : 1
    return "\((roundTrip + unit / 2) / unit * unit) ms"
  }

  private static let feltMilliseconds: Int64 = 20

  private func controlBar(_ undoability: Undoability) -> ControlBar {
    ControlBar(
      tools: editor.tools, canUndo: undoability.canUndo, canRedo: undoability.canRedo,
      availableTools: workspace.availableTools,
      mayDraw: workspace.mayDraw, togetherness: togetherness,
      waitingGuests: panel.admissions.requests.count,
      chrome: chrome)
  }

  private var togetherness: ControlBar.Togetherness? {
    guard workspace.hasCall else { return nil }
    if let session = presence.session { return .session(session.peopleCount) }
    if let offer = panel.offers.latest {
      return .offered(isDeclined: offer.session == panel.offers.declined)
    }
    if panel.awaitsGuest { return .waiting }
    return panel.canShare ? .eligible : .alone
  }
}
