import GroupSecurity

/// The message with which a guest without a ticket asks for admission over a link whose transport
/// proves its identity: a role, and the guest's identity key. A door, which gives the guest a ticket,
/// needs no key.
struct AdmissionWish: Hashable, Sendable {
  let role: Role
  let identityKey: [UInt8]

  init(_ role: Role, _ identityKey: [UInt8] = []) {
    (self.role, self.identityKey) = (role, identityKey)
  }

  var bytes: [UInt8] { Array(role.description.utf8) + identityKey }

  /// Reads a wish from any bytes; nil if they are not a wish.
  init?(_ bytes: [UInt8]) {
    for role in [Role.watch, .draw] where bytes.starts(with: role.description.utf8) {
      let key = Array(bytes.dropFirst(role.description.utf8.count))
      guard key.isEmpty || key.count == Identity.publicKeyLength else { return nil }
      self.init(role, key)
      return
    }
    return nil
  }
}
