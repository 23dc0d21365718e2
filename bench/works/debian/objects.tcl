# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Procedures, lists, dictionaries, strings and patterns: `tclsh objects.tcl N`, the work
# grows with N.

proc fib n {
  if {$n < 2} {return $n}
  expr {[fib [expr {$n - 1}]] + [fib [expr {$n - 2}]]}
}

proc words count {
  for {set i 1} {$i <= $count} {incr i} {
    dict incr counts word[expr {$i * 7919 % 1000}]
  }
  return [join [lsort [dict keys $counts]] ,]
}

proc insert {tree key} {
  upvar 1 $tree node
  set at 1
  while {[info exists node($at)]} {
    set at [expr {2 * $at + ($key > $node($at))}]
  }
  set node($at) $key
}

proc tree count {
  for {set i 1} {$i <= $count} {incr i} {
    insert node [expr {$i * 7919 % 10007}]
  }
  return [array size node]
}

proc patterns count {
  set found 0
  for {set i 1} {$i <= $count} {incr i} {
    set text [format "key%d = value %x;" $i [expr {$i * 7919}]]
    if {[regexp {^(\w+) = (.*);$} $text -> key value]} {
      incr found [string length [string map {value {}} $value]]
    }
  }
  return $found
}

proc accumulators count {
  set sum 0
  for {set i 1} {$i <= $count} {incr i} {
    incr sum [apply {{a b} {expr {$a * $b}}} $i 2]
    lappend list [list $i [string repeat x [expr {$i % 10}]]]
  }
  foreach pair [lsort -index 1 $list] {
    lassign $pair number text
    incr sum $number
  }
  return $sum
}

set rounds [lindex $argv 0]
puts [fib 14]
for {set round 0} {$round < $rounds} {incr round} {
  puts "[string length [words 3000]] [tree 1500] [patterns 1500] [accumulators 2000]"
}
