#!/usr/bin/env python3
"""check_node_path.py PROGRAM [FUNCTION]

Reads the machine code of a program and follows every call from each `search_root` (or FUNCTION) down: on the way through
a tree there must be no lock, no atomic read-modify-write and no call through a pointer. The cold exits (polls, reports)
end the walk.
"""
import re
import subprocess
import sys

COLD = {"worker_poll", "worker_root_begin", "worker_report_text", "worker_report_line", "worker_time_left_ms"}
HARMLESS = {"memcpy@plt", "memmove@plt", "memset@plt", "memcmp@plt", "__assert_fail@plt", "__stack_chk_fail@plt"}
FUNCTION = re.compile(r"^([0-9a-f]+) <(.+)>:$")
TARGET = re.compile(r"^\s*[0-9a-f]+:\s+(?:bnd |notrack )?(call|jmp|j\w+)\s+([0-9a-f]+) <([^>+]+)(\+0x[0-9a-f]+)?>")
INDIRECT = re.compile(r"^\s*[0-9a-f]+:\s+(?:bnd |notrack )?call\s+\*")
LOCKED = re.compile(r"^\s*[0-9a-f]+:\s+(lock |xchg\s+%?\w+,.*\(|xchg\s+.*\(.*\),)")


def disassemble(program):
    text = subprocess.run(["objdump", "-d", "--no-show-raw-insn", program], capture_output=True, text=True, check=True)
    functions, name, address = {}, None, None
    for line in text.stdout.splitlines():
        head = FUNCTION.match(line)
        if head:
            address, name = int(head.group(1), 16), head.group(2)
            functions[address] = (name, [])
        elif name and line.strip():
            functions[address][1].append(line)
    return functions


def walk(functions, start):
    seen, todo, faults, outside = set(), [start], [], set()
    while todo:
        address = todo.pop()
        if address in seen or address not in functions:
            continue
        seen.add(address)
        name, lines = functions[address]
        for line in lines:
            if INDIRECT.match(line):
                faults.append(f"{name}: call through a pointer: {line.strip()}")
            if LOCKED.match(line):
                faults.append(f"{name}: locked instruction: {line.strip()}")
            target = TARGET.match(line)
            if not target or target.group(4):
                continue
            callee = target.group(3)
            base = callee.split(".")[0]
            if base in COLD or callee in HARMLESS:
                continue
            if callee.endswith("@plt"):
                outside.add(callee)
            todo.append(int(target.group(2), 16))
    for callee in sorted(outside):
        faults.append(f"calls {callee}, which is outside the program")
    return seen, faults


if __name__ == "__main__":
    code = disassemble(sys.argv[1])
    wanted = sys.argv[2] if len(sys.argv) > 2 else "search_root"
    roots = [address for address, (name, _) in code.items() if name.split(".")[0].endswith(wanted)]
    if not roots:
        sys.exit(f"no {wanted} found")
    failed = False
    for root in roots:
        seen, faults = walk(code, root)
        size = sum(len(code[address][1]) for address in seen)
        print(f"{code[root][0]} at {root:x}: {len(seen)} functions, {size} instructions, {len(faults)} faults")
        print("   " + " ".join(sorted(code[address][0] for address in seen)))
        for fault in faults:
            print("   " + fault)
        failed = failed or bool(faults)
    sys.exit(1 if failed else 0)
