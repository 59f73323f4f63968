"""libyomi through ctypes: the structs and functions of include/yomi.h, API version 2.

Private to the package. The library is looked for in the environment (YOMI_LIBRARY), beside this file (a wheel), in the
build folder of the source tree, and last where the system keeps its libraries.
"""
from __future__ import annotations

import ctypes as c
import os
import sys
from pathlib import Path
from typing import Iterator

API_VERSION = 2
ERROR_TEXT_MAX = 256
CELLS_MAX = 400
KINDS_MAX = 32
NO_LIMIT = -1
LIBRARY_NAME = "yomi.dll" if sys.platform == "win32" else "libyomi.so"


class ErrorText(c.Structure):
    _fields_ = [("status", c.c_int), ("text", c.c_char * ERROR_TEXT_MAX)]


class Sized(c.Structure):
    """A struct that begins with its size, as the library asks for."""

    def __init__(self) -> None:
        super().__init__()
        self.size = c.sizeof(self)


class Option(Sized):
    _fields_ = [("size", c.c_size_t), ("name", c.c_char_p), ("help", c.c_char_p), ("type", c.c_int), ("min", c.c_int),
                ("max", c.c_int), ("initial", c.c_char_p), ("choices", c.POINTER(c.c_char_p)), ("advanced", c.c_int),
                ("rule", c.c_int)]


class Level(Sized):
    _fields_ = [("size", c.c_size_t), ("nodes", c.c_uint64), ("spread", c.c_int)]


class Cell(c.Structure):
    _fields_ = [("owner", c.c_byte), ("kind", c.c_ubyte), ("forbidden", c.c_ubyte)]


class Board(Sized):
    _fields_ = [("size", c.c_size_t), ("width", c.c_int), ("height", c.c_int), ("side_to_move", c.c_int),
                ("kinds", c.c_int), ("cells", Cell * CELLS_MAX), ("held", (c.c_int * KINDS_MAX) * 2),
                ("scored", c.c_int), ("score", c.c_int)]


class Limits(Sized):
    _fields_ = [("size", c.c_size_t), ("time_ms", c.c_int64), ("increment_ms", c.c_int64), ("byoyomi_ms", c.c_int64),
                ("increment_first", c.c_int), ("moves_to_go", c.c_int), ("movetime_ms", c.c_int64), ("depth", c.c_int),
                ("nodes", c.c_uint64), ("mate", c.c_int), ("infinite", c.c_int), ("ponder", c.c_int),
                ("multipv", c.c_int), ("only", c.c_char_p), ("except_", c.c_char_p), ("analysis", c.c_int),
                ("play_on", c.c_int)]

    def __init__(self) -> None:
        super().__init__()
        self.time_ms = self.movetime_ms = NO_LIMIT


class Stat(c.Structure):
    _fields_ = [("name", c.c_char_p), ("value", c.c_uint64)]


class Report(c.Structure):
    _fields_ = [("size", c.c_size_t), ("kind", c.c_int), ("depth", c.c_int), ("seldepth", c.c_int),
                ("selectivity", c.c_int), ("line", c.c_int), ("score", c.c_int), ("win_in", c.c_int),
                ("bound", c.c_int), ("pv", c.c_char_p), ("pv_length", c.c_int), ("nodes", c.c_uint64),
                ("nps", c.c_uint64), ("time_ms", c.c_int64), ("hashfull", c.c_int), ("stats", c.POINTER(Stat)),
                ("stat_count", c.c_size_t), ("current", c.c_char_p), ("current_number", c.c_int),
                ("text", c.c_char_p), ("games", c.c_uint32)]


class Result(c.Structure):
    _fields_ = [("size", c.c_size_t), ("best", c.c_char_p), ("ponder", c.c_char_p), ("depth", c.c_int),
                ("seldepth", c.c_int), ("selectivity", c.c_int), ("score", c.c_int), ("win_in", c.c_int),
                ("bound", c.c_int), ("pv", c.c_char_p), ("pv_length", c.c_int), ("nodes", c.c_uint64),
                ("time_ms", c.c_int64), ("stats", c.POINTER(Stat)), ("stat_count", c.c_size_t), ("proof", c.c_int),
                ("stage", c.c_char_p)]


ON_REPORT = c.CFUNCTYPE(None, c.c_void_p, c.POINTER(Report))
ON_RESULT = c.CFUNCTYPE(None, c.c_void_p, c.POINTER(Result))


class Callbacks(c.Structure):
    _fields_ = [("report", ON_REPORT), ("result", ON_RESULT), ("context", c.c_void_p)]


_TEXT, _ENGINE, _INT, _ERROR = c.c_char_p, c.c_void_p, c.c_int, c.POINTER(ErrorText)
_REASON = c.POINTER(c.c_char_p)

# name: (result, arguments)
_FUNCTIONS = {
    "yomi_api_version": (_INT, []),
    "yomi_version": (_TEXT, []),
    "yomi_game_count": (_INT, []),
    "yomi_game_name": (_TEXT, [_INT]),
    "yomi_game_title": (_TEXT, [_INT]),
    "yomi_game_level": (_INT, [_INT, _INT, c.POINTER(Level)]),
    "yomi_open": (_INT, [_TEXT, c.POINTER(_ENGINE), _ERROR]),
    "yomi_close": (None, [_ENGINE]),
    "yomi_option_count": (c.c_size_t, [_ENGINE]),
    "yomi_option_at": (_INT, [_ENGINE, c.c_size_t, c.POINTER(Option)]),
    "yomi_set_option": (_INT, [_ENGINE, _TEXT, _TEXT, _ERROR]),
    "yomi_get_option": (_TEXT, [_ENGINE, _TEXT]),
    "yomi_ready": (_INT, [_ENGINE, _ERROR]),
    "yomi_set_position": (_INT, [_ENGINE, _TEXT, c.POINTER(_TEXT), c.c_size_t, _ERROR]),
    "yomi_play": (_INT, [_ENGINE, _TEXT, _ERROR]),
    "yomi_undo": (_INT, [_ENGINE, _ERROR]),
    "yomi_ply": (c.c_size_t, [_ENGINE]),
    "yomi_side_to_move": (_INT, [_ENGINE]),
    "yomi_get_outcome": (_INT, [_ENGINE, _REASON]),
    "yomi_position_text": (_TEXT, [_ENGINE]),
    "yomi_board_text": (_TEXT, [_ENGINE]),
    "yomi_legal_moves": (_TEXT, [_ENGINE]),
    "yomi_is_legal": (_INT, [_ENGINE, _TEXT]),
    "yomi_move_at": (_TEXT, [_ENGINE, c.c_size_t]),
    "yomi_get_board": (_INT, [_ENGINE, c.POINTER(Board)]),
    "yomi_piece_text": (_TEXT, [_ENGINE, _INT, _INT]),
    "yomi_go": (_INT, [_ENGINE, c.POINTER(Limits), c.POINTER(Callbacks), _ERROR]),
    "yomi_stop": (None, [_ENGINE]),
    "yomi_ponderhit": (None, [_ENGINE, c.POINTER(Limits)]),
    "yomi_wait": (None, [_ENGINE]),
    "yomi_searching": (_INT, [_ENGINE]),
    "yomi_new_game": (_INT, [_ENGINE, _ERROR]),
    "yomi_perft": (c.c_uint64, [_ENGINE, _INT]),
}


def _candidates() -> Iterator[str]:
    named = os.environ.get("YOMI_LIBRARY")
    if named:
        yield named
        return
    here = Path(__file__).resolve().parent
    for place in (here, here.parents[1] / "build" / "release"):
        if (place / LIBRARY_NAME).exists():
            yield str(place / LIBRARY_NAME)
    yield LIBRARY_NAME if sys.platform == "win32" else f"{LIBRARY_NAME}.{API_VERSION}"


def _load() -> c.CDLL:
    failures = []
    for path in _candidates():
        try:
            return c.CDLL(path)
        except OSError as error:
            failures.append(str(error))
    raise ImportError("libyomi cannot be loaded: " + "; ".join(failures))


def _bind() -> c.CDLL:
    library = _load()
    for name, (result, arguments) in _FUNCTIONS.items():
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    found = library.yomi_api_version()
    if found != API_VERSION:
        raise ImportError(f"libyomi speaks API version {found}, this package {API_VERSION}")
    return library


lib = _bind()
