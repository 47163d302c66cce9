"""Tricks by which junk hides its words.

`hide` takes a text and `d`, a function that draws a number from 0 up to 1, and returns the text
changed, or as it was where nothing fits. What befalls all messages is in forms.py.
"""
import re
import unicodedata

LINK = r"(?:https?://)?[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+(?:[/?#][!-~]*)?"  # never touched: its host must stay a reserved one
LINKS = re.compile(LINK)
WORDS = re.compile(LINK + r"|([A-Za-z0-9]{3,}|[가-힣]{2,}|[\u3041-\u30ff\u3400-\u9fff]{2,4})")
FULL_WIDTH = {code: code + 0xFEE0 for code in range(0x21, 0x7F)}
# Cyrillic and Greek letters that look like Latin ones, Han characters that look like katakana, Kangxi radicals that look like Han
CYRILLIC = zip("ABCEHIJKMOPSTXaceijopsxy", "\u0410\u0412\u0421\u0415\u041d\u0406\u0408\u041a\u041c\u041e\u0420\u0405\u0422\u0425"
                                           "\u0430\u0441\u0435\u0456\u0458\u043e\u0440\u0455\u0445\u0443")
GREEK = zip("NYZvu", "\u039d\u03a5\u0396\u03bd\u03c5")
KATAKANA = ["カ力", "ロ口", "ニ二", "エ工", "タ夕", "ト卜", "ハ八"]
KANGXI = ((unicodedata.normalize("NFKC", chr(code)), chr(code)) for code in range(0x2F00, 0x2FD6))
LOOK_ALIKES = str.maketrans({**dict(CYRILLIC), **dict(GREEK), **dict(KATAKANA), **dict(KANGXI)})
LEADS, VOWELS = "ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ", "ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ"
TAILS = ["", *"ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ"]


# A trick takes `d` once a message and returns what it does to a word.

def between(marks):
    """One of `marks` between all letters; numbers stay, as dots between four digits make an address of somebody."""
    def join(d):
        mark = marks[int(d() * len(marks))]
        return lambda word: word if word.isdigit() else mark.join(word)
    return join


def full_width(d):
    return lambda word: word.translate(FULL_WIDTH)


def look_alike(d):
    """Letters swapped for their look-alikes; every second Hangul syllable or so is split into its jamo."""
    def swap(char):
        index = ord(char) - 0xAC00
        if not 0 <= index < 11172 or d() < .5:
            return char
        return LEADS[index // 588] + VOWELS[index % 588 // 28] + TAILS[index % 28]
    return lambda word: "".join(map(swap, word.translate(LOOK_ALIKES)))


TRICKS = [between("\u200b\u200c\u200d\u2060\u00ad"), full_width, look_alike, between(" "), between(".·-_*")]


def hide(text, d):
    """`text` with one trick played on about half of its words; one that cannot hide this script leaves its turn to the next."""
    first = int(d() * len(TRICKS))
    for trick in TRICKS[first:] + TRICKS[:first]:
        dress = trick(d)
        hidden = WORDS.sub(lambda m: dress(m[1]) if m[1] and d() < .5 else m[0], text)
        if hidden != text:
            return hidden
    return text
