import BoardFiles
import BoardModel
import BoardSessions
import EaselBase
import SystemFiles

extension LocalAuthor {
  /// Returns the user of this machine, with the identity from the data folder. If the identity
  /// cannot be read or made, returns a user with an identity for this run only, and a sentence that
  /// says so.
  ///
  /// - Parameter remembered: the colour of the last time; nil takes one of the first colours by chance.
  static func current(
    _ paths: AppPaths, _ settings: Settings, remembered: InkColor? = nil
  ) -> (LocalAuthor, complaint: String?) {
    var chance = SystemRandomNumberGenerator()
    let (identity, complaint) = identity(in: paths)
    let name = settings.name ?? SafeText(User.login ?? "somebody", limit: .name)
    let color = settings.color ?? remembered ?? LocalAuthor.firstColor(&chance)
    let localAuthor = LocalAuthor(identity: identity, name: name, color: color)
    return (localAuthor, complaint)
  }
}
