import CellFrame
import EaselPlatform
import SystemFiles

extension Terminal {
  /// Asks a terminal that has told its name whether it shows images. tmux and screen answer for
  /// themselves, and WezTerm erases the part of an image over which a letter is written.
  func askPixels(of name: String) {
    guard !Multiplexer.isAround({ Environment[$0] }), PixelSupport.mayBeAsked(name) else { return }
    output.append(GraphicsCommand.questions)
    answers.expectMore(at: Self.uptime())
  }

  /// Turns pixels on, or tells the program that there are none, as soon as the answers are known.
  func followPixels(into wakes: inout [Wake]) {
    guard !pixels.isOn, !pixels.isRefused else { return }
    if answers.hasImages, answers.hasSynchronizedUpdates {
      pixels.turnOn()
      // From now on, a crash removes the tiles too.
      rescue()
      let isDefault = PixelSupport.isDefault(answers.name ?? "") { Environment[$0] }
      tellPixels(.available(byDefault: isDefault), into: &wakes)
    } else if answers.isComplete, !pixels.isTold {
      tellPixels(.unavailable, into: &wakes)
    }
  }

  func tellPixels(_ news: PixelNews, into wakes: inout [Wake]) {
    pixels.isTold = true
    wakes.append(.pixels(news))
  }

  /// Whether ink is shown in pixels here, or the reason why not.
  var pixelFact: String {
    if Multiplexer.isAround({ Environment[$0] }) { return "no: inside tmux or screen" }
    guard let name = answers.name else { return "no: the terminal does not tell its name" }
    guard PixelSupport.mayBeAsked(name) else {
      return PixelSupport.isMultiplexer(name)
        ? "no: inside tmux or screen" : "no: letters erase images in this terminal"
    }
    guard answers.hasImages else { return "no: the terminal shows no images" }
    guard answers.hasSynchronizedUpdates else {
      return "no: the terminal has no synchronised updates"
    }
    if depth == .none { return "no: without colours" }
    guard let cell = decoder.mouse.cellPixels else { return "no: the size of a cell is unknown" }
    guard cell.width * cell.height <= CellPixelSize.tilePixelsMax else {
      return "no: a cell has more than \(CellPixelSize.tilePixelsMax) pixels"
    }
    return PixelSupport.isDefault(name) { Environment[$0] }
      ? "yes" : "yes, if you choose them: ink = \"pixels\""
  }

  /// Ends pixels for the rest of the run.
  func refusePixels(into wakes: inout [Wake]) {
    output.append(pixels.refuse())
    wakes.append(.pixels(.refused))
  }
}

/// The terminals that show ink in pixels.
enum PixelSupport {
  /// Whether a terminal with this name may be asked.
  static func mayBeAsked(_ name: String) -> Bool {
    !isMultiplexer(name) && !name.lowercased().hasPrefix("wezterm")
  }

  /// Whether this is the name of a program that shows the terminal of another.
  static func isMultiplexer(_ name: String) -> Bool {
    ["tmux", "screen"].contains { name.lowercased().hasPrefix($0) }
  }

  /// Whether pixels are on if the user chose nothing: in kitty on this machine.
  static func isDefault(_ name: String, _ environment: (String) -> String?) -> Bool {
    name.hasPrefix("kitty")
      && ["SSH_CONNECTION", "SSH_TTY"].allSatisfy { (environment($0) ?? "").isEmpty }
  }

  /// Whether the environment names a terminal that shows images, so that a killed program may have left
  /// some.
  static func isLikely(_ environment: (String) -> String?) -> Bool {
    let term = environment("TERM") ?? ""
    return !Multiplexer.isAround(environment)
      && (["xterm-kitty", "xterm-ghostty"].contains { term.hasPrefix($0) }
        || environment("KITTY_WINDOW_ID") != nil)
  }
}
