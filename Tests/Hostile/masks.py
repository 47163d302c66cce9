"""Masking of invented messages with personal data in every form that a person or a company writes."""
import json
import random
import unicodedata

from tool import asked, check, rows

SCRIPTS = [0x30, 0x660, 0x6F0, 0x966, 0x9E6, 0xE50, 0xFF10, 0x1D7CE, 0x1D7EC, 0x17E0]
JOINTS = ["", " ", "-", ".", "/", "  ", "\u202f", "\u2009", "\u200b", "\u00ad", "\u2060", "_", "*", "~", ",", ":", "=", "-\n", "\u2011", ") ", "\ufe0f\u20e3"]
AROUND = ["call {} now", "전화 {} 입니다", "电话 {} 谢谢", "電話は{}です", "اتصل {} الآن", "कॉल {} करें", "โทร {} ครับ", "звоните {} срочно", "gọi {} ngay", "llame al {} ya", "ara {} hemen", "hubungi {} ya"]


def digits(text):
    return [unicodedata.digit(c, None) for c in text]


def runs(text):
    """The digits of any script, as one string; whatever stands between them."""
    return "".join(str(d) for d in digits(text) if d is not None)


def numbers(folder):
    """No five digits of a number, in their order, are in its masked message."""
    choices = random.Random(11)
    messages, planted = [], []
    for i in range(1500):
        count = choices.choice([6, 8, 9, 10, 11, 12, 13, 16, 19])
        number = [choices.randrange(10) for _ in range(count)]
        base, joint = choices.choice(SCRIPTS), choices.choice(JOINTS)
        if joint.strip() != joint and joint:
            # Fewer in groups with spaces may be a sum: "150 000".
            number = number + [choices.randrange(10)] * 2
            count += 2
        step = choices.choice([2, 3, 4]) if joint else count
        if joint in "_*~,/:=" and joint:
            step = 4 if joint == "," else choices.choice([3, 4])
        text = joint.join("".join(chr(base + d) for d in number[at:at + step]) for at in range(0, count, step))
        if joint == "\ufe0f\u20e3":
            text = "".join(str(d) + joint for d in number)
        messages.append({"text": AROUND[i % len(AROUND)].format(text), "label": "ham", "template": f"t{i}"})
        planted.append("".join(map(str, number)))
    for _ in range(200):
        number = "".join(str(choices.randrange(10)) for _ in range(choices.choice([6, 8, 10])))
        messages.append({"text": choices.choice(["passport M{}", "id AB{}C", "order ABC-{}", "track 1Z999AA{}", "R{} ok"]).format(number), "label": "ham", "template": f"i{number}"})
        planted.append(number)
    kept, half = masked(folder, messages), 0
    for message, number, text in zip(messages, planted, kept):
        found = runs(text)
        for at in range(len(number) - 4):
            check(number[at:at + 5] not in found, f"five digits of {message['text']!r} are in {text!r}")
        own = found[-len(number):] if len(found) >= len(number) else found
        half += sum(a == b for a, b in zip(number, own)) * 2 > len(number)
    check(half <= len(planted) / 50, f"{half} of {len(planted)} numbers kept more than half of their digits")
    return f"{len(planted)} numbers in {len(SCRIPTS)} scripts"


PERSONAL = [
    ("IBAN DE89 3704 0044 0532 0130 00", ["3704 0044", "0130 00", "DE89"]), ("code 4711", ["4711"]), ("your code is 123 456", ["123 456"]), ("OTP 123-456", ["123-456"]), ("인증번호 4711", ["4711"]),
    ("иван.петров@почта.example", ["иван"]), ("max＠mail.example", ["max"]), ("max @ mail.example", ["max"]), ("max[@]mail[.]example", ["max"]), ("max(at)mail(dot)example", ["max"]),
    ("https://bank.example/사용자/kim?x=abcdef", ["사용자", "kim", "abcdef"]), ("https://банк.example/путь/иван", ["иван"]), ("bankapp://pay?token=abcdef", ["abcdef"]),
    ("http://localhost/private/name", ["private"]), ("10.11.12.13:8080/private/name", ["private", "10.11.12.13"]), ("http://[2001:db8::1]/private", ["private"]),
    ("key A1B2C3D4E5F6", ["A1B2", "C3D4"]), ("id 1A23B456C", ["1A23B", "B456C"]), ("hxxp://bank[.]example/private/name", ["private"]), ("host.example:8080/private", ["private"]),
    ("билет АБ-1234-ВГ-5678", ["1234", "5678"]), ("번호판 123가4567", ["123가", "4567"]), ("NI QQ 12 34 56 C", ["12 34", "56 C"]), ("PAN ABCDE1234F", ["ABCDE", "1234F"]),
    ("Password: hunter2secret!", ["hunter2"]), ("비밀번호는 kX9m2v", ["kX9m2v"]), ("@anna.schmidt1984", ["schmidt", "1984"]), ("ann.bell@okbank", ["ann.bell"]), ("max at mail dot example", ["max"]),
]


def forms(folder):
    """Account numbers, codes, addresses and links."""
    for (text, hidden), kept in zip(PERSONAL, masked(folder, [{"text": f"hello {text} thanks", "label": "ham", "template": f"f{i}"} for i, (text, _) in enumerate(PERSONAL)])):
        for part in hidden:
            check(part not in kept, f"{part!r} of {text!r} is in {kept!r}")
    return f"{len(PERSONAL)} other forms"


def long(folder):
    """One message cannot hold masking up: work that grew with the square of its length would take minutes."""
    size = 100_000
    texts = [pattern * (size // len(pattern.encode())) for pattern in ("a@a.", "a@a.a ", "1-2-3 ", "http://a.b/c?d ", "Dear Anna ", "010-1234-5678 ", "님", "王先生先生", "A1-", "1 ", "A1B2C3 ")]
    texts += ["id M12345679 " * 38 + "http://a.b/" + "c1/" * (size // 3), "0918273645" * (size // 10), "http://a.b/" + "%E7%8E%8B" * (size // 9), "1" + " " * size + "2"]
    for i, text in enumerate(texts):
        path = rows(f"{folder}/long-mask.jsonl", [{"text": text, "label": "ham"}])
        asked("import", path, "--into", f"{folder}/long-{i}.sqlite", "--mask", "--mask-seed", 1, seconds=16, codes=(0,))
    return f"messages of {size} bytes"


def masked(folder, messages):
    path, store = rows(f"{folder}/mask.jsonl", messages), f"{folder}/mask{len(messages)}.sqlite"
    asked("import", path, "--into", store, "--mask", "--mask-seed", 7, codes=(0,), seconds=60)
    texts = [json.loads(line)["text"] for line in asked("corpus", "export", store, codes=(0,), exports=True).output.splitlines()]
    check(len(texts) == len(messages), f"{len(texts)} of {len(messages)} messages were stored")
    return texts
