#!/usr/bin/env python3
"""Writes a model's file as if for a tokenizer version that does not exist.

usage: other-version.py tokenizer-8.spam VERSION > other-version.spam
"""
import struct
import sys
import zlib

model = bytearray(open(sys.argv[1], "rb").read())
sections, = struct.unpack_from("<I", model, 12)
struct.pack_into("<H", model, 10, int(sys.argv[2]))
struct.pack_into("<I", model, 24, 0)
struct.pack_into("<I", model, 24, zlib.crc32(model[:32 + 16 * sections]))
sys.stdout.buffer.write(model)
