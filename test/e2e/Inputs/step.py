# ===- step.py - Interrupts a program of another machine at instructions ---===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===#
"""usage: step.py QEMU PROGRAM ARG…

Runs an AArch64 program by QEMU, and ends as it does. A program that includes each-instruction.h
says by three breakpoints from where on it is to be interrupted, until where, and when the handler
of SIGUSR1 is about to return.

qemu waits for gdb's commands at a socket. A signal that is sent while the program stands is taken
in front of the next instruction, if the program does not block it.

An exclusive store fails behind any stop since its load, so that a program would never get past it
step by step: it is let run to the instruction behind it.
"""

import os
import signal
import socket
import subprocess
import sys
import tempfile

BEGIN, END, BACK = (0xD4200000 | number << 5 for number in (0x5E0, 0x5E1, 0x5E2))
X0, SP, PC = 0, 31, 32  # registers
INTERRUPTED_PC = 128 + 176 + 8 + 32 * 8  # in the frame of a signal: siginfo, ucontext, sigcontext
TRAP = 5  # as gdb numbers signals


class Ended(Exception):
    pass


class Stub:
    """The program, as qemu's stub shows it. All stand still between two calls."""

    def __init__(self, command, path):
        self.process = subprocess.Popen([command[0], "-g", path] + command[1:])
        self.socket = socket.socket(socket.AF_UNIX)
        # qemu tells nobody that it listens.
        while self.socket.connect_ex(path):
            if self.process.poll() is not None:
                sys.exit("%s has ended" % command[0])
            os.sched_yield()
        self.rest = b""
        self.code = {}  # the instruction at an address
        self.ask("qXfer:features:read:target.xml:0,fff")  # or it lets no single register be read

    def ask(self, text):
        self.socket.sendall(b"$%s#%02x" % (text.encode(), sum(text.encode()) & 255))
        while b"#" not in self.rest[:-2]:
            more = self.socket.recv(4096)
            if not more:
                raise Ended()
            self.rest += more
        body, self.rest = self.rest.lstrip(b"+")[1:].split(b"#", 1)
        self.rest = self.rest[2:]
        self.socket.sendall(b"+")
        if body[:1] in (b"W", b"X"):
            raise Ended()
        return body.decode()

    def register(self, number):
        return int.from_bytes(bytes.fromhex(self.ask("p%x" % number)), "little")

    def memory(self, at, size):
        return int.from_bytes(bytes.fromhex(self.ask("m%x,%x" % (at, size))), "little")

    def instruction(self, at):
        if at not in self.code:
            self.code[at] = self.memory(at, 4)
        return self.code[at]

    def go(self, how):
        """Continues ("c") or steps ("s") until the program traps; its signals are delivered."""
        stop = self.ask(how)
        while int(stop[1:3], 16) != TRAP:
            stop = self.ask(how.upper() + stop[1:3])
        return self.register(PC)

    def go_to(self, there):
        self.ask("Z0,%x,4" % there)
        at = self.go("c")
        self.ask("z0,%x,4" % there)
        return at

    def skip(self, at):
        self.ask("P%x=%s" % (PC, (at + 4).to_bytes(8, "little").hex()))
        return at + 4

    def step(self, at):
        """Past the instruction at the address, which the program stands in front of."""
        code = self.instruction(at)
        if code & 0x3FC00000 != 0x08000000:
            return self.go("s")
        for _ in range(4):
            behind = self.go_to(at + 4)
            if behind != at + 4:
                return behind
            if self.register(code >> 16 & 31) & 0xFFFFFFFF == 0:
                return behind
            self.go("s")
        sys.exit("the exclusive store at %x fails" % at)

    def interrupt(self):
        """Lets the handler run; the address of the breakpoint that the program comes to."""
        self.process.send_signal(signal.SIGUSR1)
        return self.go("c")

    def run(self):
        at = self.go("c")
        while True:
            if self.instruction(at) != BEGIN:
                at = self.skip(at)
                at = self.go("c")
                continue
            wanted = self.register(X0) & 0xFFFFFFFF
            at = self.skip(at)
            at = self.once(at, wanted) if wanted else self.each(at)

    def past(self, at, count):
        """Past so many instructions, or to the next breakpoint of the program."""
        for _ in range(count):
            if self.instruction(at) in (BEGIN, END, BACK):
                break
            at = self.step(at)
        return at

    def once(self, at, wanted):
        at = self.past(at, wanted - 1)
        return at if self.instruction(at) == END else self.interrupt()

    def each(self, at):
        while True:
            at = self.past(at, 1)
            if self.instruction(at) == END:
                return at
            at = self.interrupt()
            if self.instruction(at) != BACK:
                return at
            # A step would go past the system call and the instruction that it returns to.
            self.skip(at)
            at = self.go_to(self.memory(self.register(SP) + INTERRUPTED_PC, 8))


def main():
    with tempfile.TemporaryDirectory() as folder:
        stub = Stub(sys.argv[1:], folder + "/stub")
        try:
            stub.run()
        except Ended:
            pass
        except BaseException:
            stub.process.kill()
            raise
        code = stub.process.wait()
    if code < 0:
        signal.signal(-code, signal.SIG_DFL)
        os.kill(os.getpid(), -code)
    sys.exit(code)


main()
