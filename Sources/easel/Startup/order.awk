# From what valgrind saw run and the linker's map, the linker script that lays it side by side.
BEGIN {
  print "/* Made by `generate`: the code that runs up to the first frame. */"
  print "SECTIONS { .first_frame : {"
  # What valgrind does not name, and what a real processor chooses where its own has less to offer.
  print "  *crt*.o(.text .text.*)"
  print "  *CCryptoBoringSSL.build/*curve25519*(.text .text.*)"
  print "  *CCryptoBoringSSL.build/*sha[25]*(.text .text.*)"
}
FILENAME != map {
  if (sub(/^c?fn=/, "")) { sub(/'[0-9]+$/, ""); ran[$0] = 1 }
  next
}
# A section of some file, and below it the functions in it.
match($0, /[^ ]+:\(.*\)$/) {
  place = substr($0, RSTART, RLENGTH - 1)
  colon = index(place, ":(")
  file = substr(place, 1, colon - 1)
  section = substr(place, colon + 2)
  next
}
section ~ /^\.text/ && $NF in ran && !((file, section) in taken) {
  taken[file, section] = 1
  if (!(file in sections)) files[++count] = file
  sections[file] = sections[file] "\n    " section
}
END {
  for (i = 1; i <= count; i++) {
    name = files[i]
    sub(/.*\/(release|lib|linux)\//, "*", name)
    if (sub(/\(/, ":", name)) sub(/\)$/, "", name)
    print "  " name "(" sections[files[i]] ")"
  }
  print "} } INSERT BEFORE .dynsym;"
}
