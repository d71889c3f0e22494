import Testing
@testable import Vocabulary
