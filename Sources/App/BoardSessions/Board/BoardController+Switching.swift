import BoardContract
import BoardDocument
import BoardFiles
import BoardLog
import BoardModel
import BoardStore
import EaselBase
import SessionCore
import SystemFiles

// Replaces the open board by another one: at the user's request, or to join a session.
extension BoardController {
  /// Runs work that must wait for the disk, after all earlier work of this kind.
  package func awaitDisk(_ work: @escaping @MainActor () async -> Void) { disk.run(work) }

  /// Waits until all queued entries are written. Returns false if they are not written within
  /// `patience`.
  package func flush() async -> Bool {
    let isSaved = await writer.flush(within: patience)
    handleReports()
    return isSaved
  }

  /// Writes all queued entries and stops the entry writer, after all earlier work that waits for
  /// the disk. A board that is being opened does not open any more.
  ///
  /// - Returns: the entries that could not be written.
  package func finish() async -> [Entry] {
    opening?.abandon()
    return await withCheckedContinuation { continuation in
      awaitDisk { [self] in
        await mergeRemains()
        let lost = await writer.finish(within: patience)
        handleReports()
        continuation.resume(returning: lost)
      }
    }
  }

  /// Writes all queued entries, sends the last ones to the other members, and closes the board's file,
  /// after all earlier work that waits for the disk. The board stays on the screen.
  ///
  /// - Returns: false if not all entries can be written. Then the file stays open.
  package func closeFile() async -> Bool {
    await withCheckedContinuation { continuation in
      awaitDisk { [self] in
        await mergeRemains()
        guard await flush() else { return continuation.resume(returning: false) }
        await sendRest()
        if board.path != nil { _ = await writer.finish(within: patience) }
        handleReports()
        continuation.resume(returning: true)
      }
    }
  }

  /// Goes on with the board whose file was closed. Writes the entries that have come meanwhile.
  package func resumeFile(with writer: EntryWriter) {
    let entries = self.writer.waiting
    replace(writer)
    for entry in entries {
      if entry.stamp.author == user.person.author {
        writer.keep(entry)
      } else {
        writer.store([entry])
      }
    }
  }

  /// Leaves the open board for another one. The entry writer first writes all queued entries. If
  /// that fails, or if the other board does not open, the open board stays open.
  ///
  /// - Parameter opening: opens the other board; it reads files, so it runs on another thread.
  package func change(_ opening: @escaping @Sendable () throws -> OpenBoardFile) {
    awaitDisk { [self] in
      guard await flush() else { return reportUnsaved() }
      _ = await exchange(opening)
    }
  }

  /// Leaves the open board for a new one.
  func changeToNew(keepingPicture: Bool) {
    awaitDisk { [self] in
      guard await flush() else { return reportUnsaved() }
      _ = await exchange { [boards, board, person = user.person] in
        let beginning =
          keepingPicture ? try BoardBeginning(board, by: person, owner: boards.owner) : nil
        return boards.fresh(nil, beginning)
      }
    }
  }

  private func reportUnsaved() {
    handle(.openingFailed(reason: SafeText("what you drew here is not saved yet")))
  }

  /// Replaces the open board by another one.
  ///
  /// - Parameter opening: opens the other board; it reads files, so it runs on another thread.
  /// - Returns: false if the other board does not open.
  package func exchange(
    _ opening: @escaping @Sendable () throws -> OpenBoardFile
  ) async -> Bool {
    do {
      guard let opened = try await openBesideMainThread(opening) else { return false }
      handle(.opened(await switchBoard(to: opened)))
      return true
    } catch is AbandonableWork<OpenBoardFile?>.Abandoned {
      return false
    } catch {
      handle(.openingFailed(reason: SafeText(UserError(wording: error).sentence)))
      return false
    }
  }

  /// Whether another board is being opened, so that the user may have to wait. A large board takes
  /// a while to read, so a request to quit is heard meanwhile.
  package var isOpening: Bool { opening != nil }

  /// Whether input waits for the disk.
  package var holdsInput: Bool { disk.holdsInput }

  /// Opens another board on another thread, and tells the user if that takes long.
  private func openBesideMainThread(
    _ open: @escaping @Sendable () throws -> OpenBoardFile?
  ) async throws -> OpenBoardFile? {
    let work = AbandonableWork<OpenBoardFile?>()
    opening = work
    let late = Task { [weak self] in
      do { try await Task.sleep(for: Self.openingNoticeDelay) } catch { return }
      self?.handle(.openingTakesLong)
    }
    defer {
      late.cancel()
      opening = nil
    }
    return try await work.run(open) { [patience] in
      _ = $0?.writer.finish(withinMilliseconds: patience)
    }
  }

  /// How long the user waits without a word for a board that is being opened.
  private static let openingNoticeDelay = Duration.milliseconds(500)

  /// Closes the open board's file, and goes on with another board, perhaps the copy of a named one.
  private func switchBoard(to opened: OpenBoardFile, _ name: SafeText? = nil) async -> BoardSwitch {
    driver.client.setArrivalsAside()
    await mergeRemains()
    _ = await writer.finish(within: patience)
    placement.boardChanged(from: board.path, to: opened.board.path)
    copiedBoard = name
    return replaceBoard(by: opened)
  }

  // MARK: The board of a session

  /// Joins a session with the best copy of its board that this user can get.
  package func join(_ session: SessionUUID) {
    if placement.home == session { return enter(session) }
    awaitDisk { [self] in
      let noted = await call.notedBoard(of: session)
      for option in placement.openingOptions(to: session, open: call.openFile, noted: noted) {
        if await join(session, by: option) { return }
      }
    }
  }

  /// - Returns: false if this way to open the session's board fails.
  private func join(_ session: SessionUUID, by option: SessionPlacement.OpeningOption) async -> Bool
  {
    let opened: OpenBoardFile
    switch option {
    case .stay:
      enter(session)
      return true
    case .ask(let genesis):
      call.client?.enter(session, lacking: genesis)
      return true
    case .copy(let beginning): opened = boards.fresh(placement[session]?.name, beginning)
    case .file(let path, let board):
      guard let again = await reopen(path, being: board) else { return false }
      opened = again
    case .notedFile(let file, let board):
      guard let again = await reopen(file.path, being: board, begunAt: file.created) else {
        return false
      }
      opened = again
    }
    await open(opened, for: session)
    return true
  }

  private func reopen(
    _ path: String, being board: BoardID, begunAt created: Int64? = nil
  ) async -> OpenBoardFile? {
    do {
      return try await openBesideMainThread { [boards, patience] in
        boards.reopen(path, being: board, begunAt: created, withinMilliseconds: patience)
      }
    } catch {
      // The opening was abandoned.
      return nil
    }
  }

  /// Opens a session's board and enters the session. If the user has begun a stroke since the
  /// request, the stroke stays on the board that is left.
  private func open(_ opened: OpenBoardFile, for session: SessionUUID) async {
    handle(.pausing)
    guard await flush() else {
      _ = await opened.writer.finish(within: patience)
      return reportUnsaved()
    }
    let name = opened.board.path == nil ? placement[session]?.name : nil
    enter(session, await switchBoard(to: opened, name))
  }

  /// Opens the board of a session after its beginning has come.
  package func open(_ beginning: BoardBeginning, named name: SafeText?, for session: SessionUUID) {
    awaitDisk { [self] in await open(boards.fresh(name, beginning), for: session) }
  }

  /// - Parameter opening: nil if the session's board was open already.
  package func enter(_ session: SessionUUID, _ opening: BoardSwitch? = nil) {
    guard let known = placement[session] else { return }
    hold {
      // The client enters the session before the user does, so that the other members hear of a
      // stroke in progress. Events of the session wait until the user has entered it.
      resume(session)
      if let name = known.name { driver.client.board.named(name) }
      let entrance = Entrance(
        session: session, me: known.participant, opening: opening, mayDraw: known.mayDraw)
      handle(.call(.entered(entrance)))
      call.save()
    }
  }

  private func resume(_ session: SessionUUID) {
    placement.enter(session)
    call.client?.enter(session, lacking: nil)
  }

  /// Goes on with the current session. The other members hear that this member is here, and ask for
  /// the entries that they have not received yet.
  func resumeCurrent() {
    guard let current = placement.current, placement[current] != nil else { return }
    resume(current)
    call.save()
  }
}
