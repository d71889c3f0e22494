import BoardContract
import BoardModel
import EaselBase

// Carries out the requests of the parts, and passes on what changed.
extension Whiteboard {
  /// Carries out the requests in order. A request may change a part, which makes further requests;
  /// these are carried out before the next request.
  mutating func carryOutRequests() {
    for request in requests.removeAll() {
      switch request {
      case .effect(let effect): effects.append(effect)
      case .session(let effect):
        let session = drawing.recorder.session
        if let session { effects.append(.board(.session(effect, in: session))) }
      case .copy(let text):
        effects.append(.copy(text.text))
        notices.show(text, at: drawing.uptime)
      case .bell:
        if setup.hasBell, shellRequests.mayRing(at: drawing.uptime) { effects.append(.ringBell) }
      case .notice(let request): notices.handle(request, at: drawing.uptime)
      case .sheet(.open(let sheet)): sheets.show(sheet)
      case .sheet(.close): closeSheet()
      case .sheet(.leave(let isLeft)): sheets.leave(if: isLeft)
      case .view(let request): drawing.handle(request)
      case .editor(let request):
        drawing.handle(request)
        carryOutRequests()
      }
    }
  }

  /// Closes the sheet. If the user only tried a theme in it, the former theme comes back.
  mutating func closeSheet() {
    if case .target = sheets.kind { sessions.panel.boards.cancelQuestion() }
    if let theme = sheets.close() { drawing.surface.use(theme) }
  }

  /// Carries out the requests, and tells the parts what changed.
  mutating func follow() {
    carryOutRequests()
    sessions.panel.follow(sheets.kind, at: drawing.uptime)
    drawing.followPicture()
    let changes = ScreenChanges(
      isPictureNew: drawing.removeIsPictureNew(), surface: drawing.surface.removeChanges())
    for part in ScreenParts.fromBelow { part.follow(changes, in: &self) }
    carryOutRequests()
  }

  /// Shows the ink in progress of other participants if it changed, and draws the preview of the
  /// gesture again if it lies above a change.
  mutating func followInk(isInkStale: Bool = false, isPreviewStale: Bool = false) {
    if sessions.presence.removeIsInkStale() || isInkStale {
      let ink = sessions.presence.ink(
        in: drawing.surface.view, at: drawing.uptime, own: setup.person.color)
      drawing.surface.show(guestInk: ink)
    }
    if drawing.surface.removeIsPreviewStale() || isPreviewStale { drawing.preview() }
  }
}
