import CellFrame
import Glibc
import TerminalIO

// A program with nothing but a terminal: it shows typed keys and the pointer, and some keys end it
// in the ways that tests need.
let probe = Probe()
probe.run()
