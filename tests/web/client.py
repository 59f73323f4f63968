"""A small HTTP and WebSocket client on plain sockets, so that tests can also send what a browser never would."""
import base64
import json
import os
import resource
import socket
import struct
import subprocess
import tempfile
import time


class Server:
    """The real program, serving on a free port, with a data folder of its own."""

    def __init__(self, binary, *arguments, data=None, environment=None, files=None):
        """`files`: the most file handles that it may have."""
        self.folder = None if data else tempfile.TemporaryDirectory()
        self.data = data or self.folder.name
        self.log = tempfile.TemporaryFile()
        self.process = subprocess.Popen(
            [binary, "serve", "--port", "0", "--data", self.data, *arguments],
            stdout=subprocess.PIPE, stderr=self.log, text=True, env={**os.environ, **(environment or {})},
            preexec_fn=(lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))) if files else None)
        line = self.process.stdout.readline()
        if not line.startswith("Yomi is at http://"):
            raise RuntimeError("the server did not start: " + line + self.logged())
        self.address = line.split()[3]
        host = self.address.removeprefix("http://").split("/")[0]
        self.host, self.port = host.rsplit(":", 1)[0], int(host.rsplit(":", 1)[1])

    def logged(self):
        self.log.seek(0)
        return self.log.read().decode(errors="replace")

    def memory_kb(self):
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as status:
            return next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))

    def cpu_seconds(self):
        with open(f"/proc/{self.process.pid}/stat", encoding="ascii") as stat:
            fields = stat.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def bytes_read(self):
        with open(f"/proc/{self.process.pid}/io", encoding="ascii") as io:
            return next(int(line.split()[1]) for line in io if line.startswith("rchar"))

    def files(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def stop(self):
        self.process.terminate()
        code = self.process.wait(30)
        self.process.stdout.close()
        return code

    def kill(self):
        self.process.kill()
        self.process.wait(30)
        self.process.stdout.close()

    def raw(self, data, timeout=10):
        """Sends bytes and returns all that comes back until the other side closes or falls silent."""
        with socket.create_connection((self.host, self.port), timeout) as connection:
            connection.sendall(data)
            connection.settimeout(1.5)
            answer = b""
            try:
                while piece := connection.recv(65536):
                    answer += piece
            except OSError:
                pass
            return answer

    def get(self, path, method="GET", **headers):
        """Returns status, headers (lower case) and body."""
        headers = {"Host": f"127.0.0.1:{self.port}", "Connection": "close", **headers}
        request = f"{method} {path} HTTP/1.1\r\n" + "".join(
            f"{name.replace('_', '-')}: {value}\r\n" for name, value in headers.items()) + "\r\n"
        answer = self.raw(request.encode("latin-1"))
        head, _, body = answer.partition(b"\r\n\r\n")
        lines = head.decode("latin-1").split("\r\n")
        status = int(lines[0].split()[1]) if len(lines[0].split()) > 1 else 0
        return status, dict(line.lower().split(": ", 1) for line in lines[1:] if ": " in line), body


class Session:
    """A WebSocket session."""

    def __init__(self, server, path="/ws", timeout=20, **headers):
        self.socket = socket.create_connection((server.host, server.port), timeout)
        self.buffer = b""
        self.next_id = 1
        headers = {"Host": f"127.0.0.1:{server.port}", "Origin": f"http://127.0.0.1:{server.port}", **headers}
        request = f"GET {path} HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        request += f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}\r\n"
        request += "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in headers.items() if value) + "\r\n"
        self.socket.sendall(request.encode("latin-1"))
        while b"\r\n\r\n" not in self.buffer:
            piece = self.socket.recv(4096)
            if not piece:
                break
            self.buffer += piece
        head, _, self.buffer = self.buffer.partition(b"\r\n\r\n")
        words = head.split()
        self.status = int(words[1]) if len(words) > 1 else 0
        if self.status == 101:
            self.hello = self.receive()

    def send_frame(self, payload, opcode=1, final=True, length=None, masked=True):
        length = len(payload) if length is None else length
        head = bytes([opcode | (0x80 if final else 0)])
        if not masked:
            self.socket.sendall(head + bytes([length]) + payload)
            return
        if length < 126:
            head += bytes([0x80 | length])
        elif length < 65536:
            head += bytes([0x80 | 126]) + struct.pack(">H", length)
        else:
            head += bytes([0x80 | 127]) + struct.pack(">Q", length)
        mask = os.urandom(4)
        stream = int.from_bytes(payload, "big") ^ int.from_bytes((mask * (len(payload) // 4 + 1))[:len(payload)], "big")
        self.socket.sendall(head + mask + stream.to_bytes(len(payload), "big"))

    def exactly(self, count):
        while len(self.buffer) < count:
            piece = self.socket.recv(65536)
            if not piece:
                raise ConnectionError("closed")
            self.buffer += piece
        out, self.buffer = self.buffer[:count], self.buffer[count:]
        return out

    def receive_frame(self):
        first, second = self.exactly(2)
        length = second & 127
        if length == 126:
            length = struct.unpack(">H", self.exactly(2))[0]
        elif length == 127:
            length = struct.unpack(">Q", self.exactly(8))[0]
        return first & 15, self.exactly(length)

    def receive(self):
        while True:
            opcode, payload = self.receive_frame()
            if opcode == 1:
                return json.loads(payload)
            if opcode == 8:
                raise ConnectionError("closed with " + str(struct.unpack(">H", payload[:2])[0] if payload else 0))
            if opcode == 9:
                self.send_frame(payload, 10)

    def send(self, message_type, **fields):
        number = self.next_id
        self.next_id += 1
        self.send_frame(json.dumps({"type": message_type, "id": number, **fields}).encode())
        return number

    def wait(self, number, *types):
        while True:
            message = self.receive()
            if message.get("id") == number and (not types or message["type"] in types or message["type"] == "error"):
                return message

    def ask(self, message_type, **fields):
        return self.wait(self.send(message_type, **fields), "position", "read", "written", "saved", "loaded", "games", "deleted",
                         "kept", "recalled", "result")

    def close(self):
        self.socket.close()

    def closing_code(self):
        """Reads on until the server closes, and returns the code it gives (0: none)."""
        try:
            while True:
                opcode, payload = self.receive_frame()
                if opcode == 8:
                    return struct.unpack(">H", payload[:2])[0] if payload else 0
        except OSError:
            return 0


def wait_for(condition, seconds=20):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.02)
    return False
