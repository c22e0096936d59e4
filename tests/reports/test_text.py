"""Text of any script: ordered, shaped, measured, wrapped, and nothing lost on the way."""

from __future__ import annotations

import itertools
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from reports.typeset.bidirectional import visual_runs
from reports.typeset.fonts import main_face
from reports.typeset.line_breaking import fit_name, fit_text, fits_on_line, wrap_text
from reports.typeset.shaping import NO_FACE, missing_characters, shape
from scorepad.spades.words import T, has_right_to_left, isolate_name, without_isolates

NAMES = {
    "polish": "Łukasz Żółć-Świątek",
    "icelandic": "Þórunn Æðardóttir",
    "turkish": "Şükrü Ağaoğlu İğdır",
    "romanian": "Ștefan Țăndărică",
    "maltese": "Ġużeppi Ħaż-Żebbuġ",
    "welsh": "Llŷr Tŵr",
    "irish with dots": "Ḃríd Ċaoṁánaċ",
    "transliterated": "Ḥaṣan al-Ṭāʾī",
    "latvian": "Ģirts Ķēniņš",
    "hungarian": "Győző Tűhegyi",
    "vietnamese": "Nguyễn Thị Hương Đặng Phước Mỹ",
    "greek": "Γιώργος Παπαδόπουλος",
    "polytonic": "Ἀχιλλεύς ᾠδὴ Ὀδυσσεύς",
    "russian": "Ёлка Щукина",
    "ukrainian": "Їжак Ґанок Є",
    "serbian": "Ђорђе Љубица Џон",
    "kazakh": "Қазақ Әлия Өскен",
    "georgian": "გიორგი",
    "arabic": "محمد علي الأسود",
    "persian": "پریچهر گلژان",
    "urdu": "ٹیپو ڈھاکہ",
    "vowelled arabic": "مُحَمَّد",
    "hebrew": "שרה כהן",
    "pointed hebrew": "עִבְרִית שָׁלוֹם",
    "yiddish": "אַװרהם ײִדיש",
    "devanagari": "हिन्दी श्रीमती",
    "thai": "ที่รัก น้ำ",
    "mixed": "Levi (דוד) 12 & محمد",
    "signs": "O’Neill “Ace” – № 7 · 100% +3 −4 €",
    "suits": "♠ Aces ♥",
    "chinese": "李小龙",
    "traditional chinese": "漢字繁體",
    "japanese": "東京タワー",
    "korean": "김철수",
    "mixed chinese": "李 Tigers ♠ हिन्दी ไทย",
    "mixed japanese": "Ōsaka 大阪 ガンバ",
    "halfwidth": "ﾔﾏﾀﾞ タロウ（補欠）",
    "rare hangul": "똠방각하 뷁",
    "emoji": "🔥 Aces 👍🏽 1️⃣",
    "joined emoji": "👨‍👩‍👧‍👦 🇺🇸 ❤️‍🔥 🏃‍♂️",
}


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
@pytest.mark.parametrize("bold", [False, True], ids=["regular", "bold"])
def test_every_script_has_its_glyphs(name: str, bold: bool) -> None:
    assert missing_characters(name, bold=bold) == ""
    assert shape(name, bold).width > 0


@pytest.mark.parametrize(
    ("text", "missing"),
    [("🂡🂮 Li", "🂡🂮"), ("🂡 Ana 🂡", "🂡"), ("Արամ", "Արամ"), ("fine", ""), ("a\nԱ", "Ա")],
)
def test_what_no_face_has_is_named_and_drawn_as_boxes(text: str, missing: str) -> None:
    assert missing_characters(text) == missing
    boxes = [run for run in shape(text.replace("\n", " ")).runs if run.face == NO_FACE]
    assert sum(len(run.codes) for run in boxes) == sum(text.count(c) for c in missing)
    assert all(run.width > 0 for run in boxes)


def test_chinese_japanese_korean_and_emoji_have_embedded_faces() -> None:
    def faces(name: str) -> list[str]:
        return [run.face for run in shape(NAMES[name], True).runs]

    for name in ("chinese", "traditional chinese", "japanese"):
        assert faces(name) == ["ScorepadHan"]
    assert faces("korean") == ["ScorepadHangul"]
    assert faces("mixed chinese") == [
        "ScorepadHan", "FiraGO-Bold", "CascadiaMono-Bold", *["FiraGO-Bold"] * 3,
    ]  # fmt: skip
    assert [len(run.codes) for run in shape("👨‍👩‍👧‍👦🇺🇸🏃‍♂️🐻‍❄️").runs] == [4], (
        "what is joined is one"
    )
    assert all(p.heavy for p in shape("李김", True).runs), "one weight: bold is drawn"
    assert not any(p.heavy for p in shape("李김").runs)


@pytest.mark.parametrize(
    ("charset", "first", "last"),
    [
        ("gb2312", 0x4E00, 0x9FA5),
        ("big5", 0x4E00, 0x9FA5),
        ("cp932", 0x3040, 0x9FA5),
        ("euc_kr", 0x4E00, 0xD7A3),
        ("utf-8", 0xAC00, 0xD7A3),
    ],
)
def test_no_character_of_a_country_s_set_is_missing(charset: str, first: int, last: int) -> None:
    held = [chr(code) for code in range(first, last + 1) if code not in range(0xA000, 0xAC00)]
    text = "".join(c for c in held if c.encode(charset, "ignore"))
    assert len(text) > 4000
    lines = [text[at : at + 200] for at in range(0, len(text), 200)]
    assert [line.missing for line in map(shape, lines) if line.missing] == []


def test_control_and_half_characters_do_not_vanish() -> None:
    for strange in ("\x00", "\x1b", "\ud800", "\udfff"):
        assert shape(f"a{strange}b").width > shape("ab").width


def test_no_character_of_a_plain_text_is_dropped() -> None:
    """What is drawn reads as what was written, however the glyphs are put."""
    for text in ("Aces wins 312–287: first to 300", "office flow affine", NAMES["vietnamese"]):
        drawn = "".join(run.codes for run in shape(text).runs)
        assert unicodedata.normalize("NFC", drawn) == unicodedata.normalize("NFC", text)


def test_figures_and_signs_are_as_wide_as_each_other() -> None:
    for bold in (False, True):
        assert len({shape(character, bold).width for character in "0123456789+\u2212"}) == 1
        assert shape("1111", bold).width == shape("0888", bold).width


def test_the_minus_sign_is_a_glyph_of_its_own() -> None:
    face = main_face(False)
    (minus,) = face.shape("\u2212", "Latn", rtl=False)
    (hyphen,) = face.shape("-", "Latn", rtl=False)
    assert minus[0] not in (0, hyphen[0])


def test_arabic_is_joined() -> None:
    """Alone, a letter has another form than within a word."""
    alone = {
        glyph for letter in "محمد" for glyph, *_ in main_face(False).shape(letter, "Arab", rtl=True)
    }
    joined = {glyph for glyph, *_ in main_face(False).shape("محمد", "Arab", rtl=True)}
    assert joined - alone


@pytest.mark.parametrize(
    ("text", "runs"),
    [
        ("Aces 12", [("Aces 12", False)]),
        ("שלום", [("שלום", True)]),
        ("שלום abc 12", [("abc 12", False), ("שלום ", True)]),
        ("win: שלום 3", [("win: ", False), ("3", False), ("שלום ", True)]),
        (
            "win: \u2068שלום\u2069 3\u20134",
            [("win: ", False), ("שלום", True), (" 3\u20134", False)],
        ),
        ("\u2068א\u2069\u2013\u2068ב\u2069", [("א", True), ("\u2013", False), ("ב", True)]),
        ("ל \u2068A-B\u2069 ו", [(" ו", True), ("A-B", False), ("ל ", True)]),
        ("open \u2068 end", [("open  end", False)]),
        ("open \u2068א", [("open ", False), ("א", True)]),
        ("", []),
    ],
)
def test_runs_stand_in_the_order_they_are_drawn(text: str, runs: list[tuple[str, bool]]) -> None:
    assert list(visual_runs(text)) == runs


@pytest.mark.parametrize(
    ("text", "drawn"),
    [
        ("אב 3-4", "3-4 בא"),  # W4: a separator between two numbers is one
        ("a ١,٢", "a ١,٢"),
        ("אב 5%", "5% בא"),  # W5: a sign beside a European number belongs to it
        ("عل 5%", "%5 لع"),  # W2: but not to an Arabic one
        ("abc-אב.", "abc-בא."),  # N2: a neutral end of a line is that of the line
        ("אב (ג) דה", "הד (ג) בא"),  # N1: between two of one direction it has it
    ],
)
def test_numbers_and_signs_follow_the_rules_of_uax_9(text: str, drawn: str) -> None:
    """https://www.unicode.org/reports/tr9/ by rule; a typeface mirrors brackets itself."""
    mirrored = str.maketrans("()", ")(")
    told = [part[::-1].translate(mirrored) if rtl else part for part, rtl in visual_runs(text)]
    assert "".join(told) == drawn


@given(st.text(alphabet="aZ 19-(.,)שלםאב\u2068\u2069محعلي", max_size=40))
@example("\u2069\u2068\u2068א\u2069")
def test_ordering_loses_no_letter(text: str) -> None:
    drawn = "".join(run for run, _ in visual_runs(text))
    assert sorted(drawn) == sorted(without_isolates(text))


def test_a_name_does_not_turn_the_score_round() -> None:
    said = str(T("{team} wins {score}", team="הנמרים", score="312–287"))
    runs = list(visual_runs(said))
    assert runs == [("הנמרים", True), (" wins 312–287", False)]
    assert isolate_name("Aces") == "Aces"
    assert str(T("{what}!", what=T("{team}", team="דוד"))) == "\u2068דוד\u2069!"
    assert has_right_to_left("a דוד")
    assert not has_right_to_left("Ann")


@given(
    st.text(alphabet="abc W-שלמ ạ́Ж\u0323", max_size=120),
    st.floats(min_value=12, max_value=200),
)
def test_wrapping_keeps_every_letter_and_the_width(text: str, wide: float) -> None:
    lines = list(wrap_text(text, wide, 9))
    kept = unicodedata.normalize("NFC", "".join("".join(line.text.split()) for line in lines))
    wanted = unicodedata.normalize("NFC", "".join(text.split()))
    # A word that is parted gets a hyphen.
    assert kept.replace("-", "") == wanted.replace("-", "")
    assert kept.count("-") >= wanted.count("-")
    for line in lines:
        assert line.width_at(9) <= wide or len(unicodedata.normalize("NFD", line.text)) <= 4


def test_chinese_and_kana_part_between_letters_and_korean_between_words() -> None:
    def lines(text: str, wide: float) -> list[str]:
        return [line.text for line in fit_text(text, wide, (9, 8), try_lines=2).lines]

    assert lines("东方红国际桥牌俱乐部", 46) == ["东方红国际", "桥牌俱乐部"]
    assert lines("Tigers 桥牌俱乐部", 60) == ["Tigers 桥牌俱", "乐部"]
    assert fit_text("东方红国际桥牌俱乐部", 46, (9, 8), try_lines=2).size == 9
    assert fit_text("김철수김철수", 36, (9, 4), try_lines=2).size == 4, "no Korean word is broken"
    assert fit_text("Bartholomew", 40, (9, 5), try_lines=2).size == 5


def test_a_long_text_shrinks_before_it_wraps() -> None:
    assert fit_text("Aces", 100, (16, 12)).size == 16
    wide = shape("The River Rats").width_at(12) + 1
    shrunk = fit_text("The River Rats", wide, (16, 12, 8))
    assert (shrunk.size, len(shrunk.lines)) == (12, 1)
    two = fit_text("The River Rats", wide * 0.7, (16, 12), try_lines=2)
    assert [line.text for line in two.lines] == ["The River", "Rats"]
    width = shape("Aces High of the River", bold=True).width_at(16) + 1
    even = fit_text("Aces High of the River XX", width, (16,), bold=True, try_lines=2)
    assert [line.text for line in even.lines] == ["Aces High of", "the River XX"]
    many = fit_text("x" * 200, 50, (9, 7), try_lines=2)
    assert many.size == 7
    assert "".join(line.text for line in many.lines).replace("-", "") == "x" * 200
    assert all(line.text.endswith("x-") for line in many.lines[:-1])
    assert fits_on_line("Aces", 100, 9)
    assert not fits_on_line("Aces" * 20, 100, 9)


def test_a_name_is_small_before_it_is_broken_and_broken_before_it_is_cut() -> None:
    whole = fit_name("Bartholomew", 40, 30, (9, 7, 5))
    assert (whole.lines.size, whole.is_broken, whole.is_cut) == (5, False, False)
    broken = fit_name("Bartholomew", 40, 30, (9, 8))
    assert (broken.lines.size, broken.is_broken, broken.is_cut) == (9, True, False)
    cut = fit_name("Bartholomew", 40, 10, (9, 8))
    assert (cut.lines.size, cut.is_cut) == (8, True)
    assert cut.lines.lines[0].text.endswith("\u2026")


def test_a_word_is_parted_with_a_hyphen_where_its_script_has_one() -> None:
    def lines(text: str, wide: float) -> list[str]:
        return [line.text for line in wrap_text(text, wide, 7.6)]

    assert lines("Schillingsfürst", 48) == ["Schillingsfü-", "rst"]
    assert lines("Schillingsfürst", 60) == ["Schillingsfürst"]
    assert lines("Рождественская", 40)[0].endswith("-")
    for name in (
        "김철수김철수김철수",
        "الدارالبيضاءالدار",
        "กรุงเทพมหานครอมรรัตน",
        "0123456789012345",
    ):
        parts = lines(name, 30)
        assert len(parts) > 1
        assert "-" not in "".join(parts)
    *_, one, other = lines("for the Wolfeschlegelsteinhausenbergerdorff", 100)
    assert one.endswith("-")
    assert len(other) >= 3


def test_lines_stand_as_far_apart_as_their_marks_need() -> None:
    plain = fit_text("Aces and Kings of the river", 60, (9,))
    assert plain.leading == pytest.approx(10.8)
    assert plain.rise == pytest.approx(8.55)
    for word in ("يحيى", "Ẩ\u0302\u0302g", "ปิ่นญู่"):
        found = fit_text(f"{word} " * 9, 40, (9,), leading=1.0)
        assert len(found.lines) > 1
        for above, below in itertools.pairwise(found.lines):
            assert (above.down + below.up) * 9 / 1000 < found.leading
        assert found.lines[0].up * 9 / 1000 <= found.rise


def test_a_line_that_our_words_join_runs_as_they_do() -> None:
    """Whatever names are in it: each is turned round by itself, and stays where it belongs."""
    first = "\u0627\u0628"
    joined = " \u00b7 ".join(map(isolate_name, (first, "\u05d0\u05d1 2026", "Table 4")))
    said = "".join(part[::-1] if rtl else part for part, rtl in visual_runs(joined))
    assert said == f"{first[::-1]} \u00b7 2026 \u05d1\u05d0 \u00b7 Table 4"


def test_a_name_that_goes_on_in_the_next_line_runs_there_as_it_began() -> None:
    name = isolate_name("\u05d0\u05d1\u05d2 Aces \u05d3\u05d4\u05d5 Kings")
    drawn = [
        "".join(part[::-1] if rtl else part for part, rtl in visual_runs(line.text))
        for line in wrap_text(f"for {name} only", 60, 9)
    ]
    assert drawn == ["for Aces \u05d2\u05d1\u05d0", "Kings \u05d5\u05d4\u05d3 only"]
