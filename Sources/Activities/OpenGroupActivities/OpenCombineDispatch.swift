// A program's `import Combine` then also brings `receive(on: DispatchQueue.main)`, as on Apple's
// platforms.
@_exported import OpenCombineDispatch
