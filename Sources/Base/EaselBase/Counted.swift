extension Int {
  /// Returns the number with a noun in the singular or in the plural: "1 change", "3 changes".
  package func counted(_ noun: String) -> String { self == 1 ? "1 \(noun)" : "\(self) \(noun)s" }
}
