import Foundation
import Testing

@Suite struct SourceTreeTests {
  @Test("a pure module has no clock, chance, file or task")
  func purity() throws {
    let complaints = try Tree.sources.get().flatMap(SourceRules.impurities)
    #expect(complaints.isEmpty, "\(complaints.joined(separator: "\n"))")
  }

  @Test("only `Platform.swift` names the C library of the platform")
  func platform() throws {
    let libraries: Set<String> = ["Glibc", "Musl", "Darwin"]
    let files = try Tree.sources.get().filter { file in
      file.imports.contains { libraries.contains($0.module) }
    }
    #expect(files.map(\.path) == ["Sources/Base/EaselPlatform/Platform.swift"])
  }

  @Test("no comment leaves open of whom it speaks")
  func headlessComments() throws {
    let files = try Tree.sources.get() + Tree.tests.get()
    let complaints = files.flatMap(SourceRules.headlessComments)
    #expect(complaints.isEmpty, "\(complaints.joined(separator: "\n"))")
  }

  @Test("no test's name leaves open of whom it speaks")
  func headlessNames() throws {
    let complaints = try Tree.tests.get().flatMap(SourceRules.headlessNames)
    #expect(complaints.isEmpty, "\(complaints.joined(separator: "\n"))")
  }

  @Test("no library below the activities describes an error to the user")
  func wordedErrors() throws {
    let complaints = try Tree.sources.get().flatMap(SourceRules.wordedErrors)
    #expect(complaints.isEmpty, "\(complaints.joined(separator: "\n"))")
  }

  @Test("no source formats or compares by the rules of a language")
  func languageRules() throws {
    let complaints = try Tree.sources.get().flatMap(SourceRules.languageRules)
    #expect(complaints.isEmpty, "\(complaints.joined(separator: "\n"))")
  }

  @Test("only two types write files: for Easel's own, and for those that the user names")
  func otherWriters() throws {
    let complaints = try Tree.sources.get().flatMap(SourceRules.otherWriters)
    #expect(complaints.isEmpty, "\(complaints.joined(separator: "\n"))")
  }

  @Test("no file is longer than 400 lines and no function longer than 60")
  func lengths() throws {
    let files = try Tree.sources.get() + Tree.tests.get()
    let complaints = files.flatMap(SourceRules.tooLong)
    #expect(complaints.isEmpty, "\(complaints.joined(separator: "\n"))")
  }

  @Test("no type stores more than 24 properties")
  func storedProperties() throws {
    let complaints = try TypeRules.tooLarge(Tree.sources.get())
    #expect(complaints.isEmpty, "\(complaints.joined(separator: "\n"))")
  }

  @Test("no two types in Sources share a name")
  func typeNames() throws {
    let complaints = try TypeRules.sharedNames(Tree.sources.get())
    #expect(complaints.isEmpty, "\(complaints.joined(separator: "\n"))")
  }

  @Test("No part of the screen changes another, and no function takes two parts inout")
  func parts() throws {
    let complaints = try Tree.sources.get().flatMap(PartRules.changesOfParts)
    #expect(complaints.isEmpty, "\(complaints.joined(separator: "\n"))")
  }

  @Test("no source forces, gives up or puts off")
  func surrenders() throws {
    let complaints = try Tree.sources.get().flatMap(SourceRules.surrenders)
    #expect(complaints.isEmpty, "\(complaints.joined(separator: "\n"))")
  }
}

/// Read and blanked once, for all rules.
private enum Tree {
  static let sources = Result { try swiftFiles(under: "Sources") }
  static let tests = Result { try swiftFiles(under: "Tests") }
}

func swiftFiles(under folder: String) throws -> [SourceFile] {
  let names = try FileManager.default.subpathsOfDirectory(
    atPath: packageRoot + "/" + folder)
  return try names.filter { $0.hasSuffix(".swift") }.sorted().map { name in
    let path = "\(folder)/\(name)"
    let text = try String(contentsOfFile: packageRoot + "/" + path, encoding: .utf8)
    return SourceFile(path: path, text: text)
  }
}
