#!/usr/bin/env python3
"""Wraps comments of Swift and paragraphs of Markdown at 100 columns.

usage: wrap.py FILE...

Only a paragraph with a line that is too long is wrapped anew. Tables, code blocks, indented lines,
headings and lines drawn with spaces stay as they are. No word is changed.
"""
import re
import sys

COLUMNS = 100
# A word that would mean something else at the beginning of a line.
MARKER = re.compile(r"([-+*>#=|~]|\d+[.)]|\$)$|#")
ITEM = re.compile(r"(\s*)([-*]|\d+\.) +(?=\S)")
COMMENT = re.compile(r"( *)(///?)( ?)(.*)$")


def words(text):
    """A span of code is one word, so that it stays on one line."""
    joined = []
    for word in re.findall(r"(?:`[^`]*`|\S)+", text):
        if joined and MARKER.match(word):
            joined[-1] += " " + word
        else:
            joined.append(word)
    return joined


def wrapped(paragraph, columns):
    """The lines of one paragraph, none over `columns` if its words let it."""
    if all(len(line) <= columns for line in paragraph) or any("   " in line.strip() for line in paragraph):
        return paragraph
    item = ITEM.match(paragraph[0])
    first = item[0] if item else re.match(r"\s*", paragraph[0])[0]
    rest = " " * len(first)
    lines, line = [], first
    for word in words(" ".join([paragraph[0][len(first):], *(line.strip() for line in paragraph[1:])])):
        if line.strip() and line != first and len(line) + 1 + len(word) > columns:
            lines.append(line)
            line = rest + word
        else:
            line += word if line in (first, rest) else " " + word
    return [*lines, line]


def wrapped_markdown(lines, columns=COLUMNS):
    out, paragraph, in_code = [], [], False

    def close():
        out.extend(wrapped(paragraph, columns) if paragraph else [])
        paragraph.clear()

    for line in lines:
        fence = line.lstrip().startswith("```")
        in_code ^= fence
        if fence or in_code or not line.strip() or line.lstrip().startswith(("|", "#", "!", "<", "@")):
            close()
            out.append(line)
            continue
        if ITEM.match(line):
            close()
        elif line.startswith("    ") and not (paragraph and ITEM.match(paragraph[0])):
            close()
            out.append(line)
            continue
        paragraph.append(line)
        if line.endswith("  "):
            close()
    close()
    return out


def wrapped_swift(lines):
    out, block, key = [], [], None

    def close():
        if block:
            prefix = key[0] + key[1] + " "
            texts = wrapped_markdown(block, COLUMNS - len(prefix))
            out.extend((prefix + text).rstrip() for text in texts)
        block.clear()

    for line in lines:
        match = COMMENT.match(line)
        found = (match[1], match[2]) if match and (match[3] or not match[4]) else None
        if found != key:
            close()
        key = found
        if found:
            block.append(match[4])
        else:
            out.append(line)
    close()
    return out


for path in sys.argv[1:]:
    with open(path, encoding="utf-8") as file:
        before = file.read()
    wrap = wrapped_swift if path.endswith(".swift") else wrapped_markdown
    after = "\n".join(wrap(before.split("\n")))
    strip = re.compile(r"^ *///? ?", re.M)
    assert strip.sub("", before).split() == strip.sub("", after).split(), f"wrap: {path} would lose words"
    if after != before:
        with open(path, "w", encoding="utf-8") as file:
            file.write(after)
