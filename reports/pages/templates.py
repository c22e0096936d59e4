"""The templates of the HTML pages, by name, with their style and the script of the search."""

from __future__ import annotations

import re
from functools import cache
from html import escape
from typing import Final

from jinja2 import DictLoader, Environment, StrictUndefined

from reports.sheets.sheet import SEAT_LETTERS
from scorepad.spades.words import (
    END_ISOLATE,
    ISOLATE_STARTS,
    T,
    Text,
    balance_isolates,
    format_change,
    format_number,
    without_isolates,
)

SCORE: Final = re.compile("(\u2212?\\d+(?:[.,]\\d{3})*\u2013\u2212?\\d+(?:[.,]\\d{3})*)")
"""A score in a sentence: “300–247”."""
STYLE: Final = """
:root { color-scheme: light dark; --ink: #1b1c1e; --paper: #fffefb; --quiet: #54585a;
  --line: #dcdad2; --rule: #1b1c1e; --link: #17573b; --band: #1e5a40; --on: #fff; --fill: #e5efe8;
  --field: #fff; --field-ink: #1b1c1e; --edge: #75797a; }
@media (prefers-color-scheme: dark) { :root { --ink: #efeeea; --paper: #14171a; --quiet: #b3b8ba;
  --line: #363c40; --rule: #8f9699; --link: #86d3a9; --band: #143d2b; --on: #fff; --fill: #1c2f26;
  --field: #0d0f11; --field-ink: #efeeea; --edge: #8f9699; } }
@media (prefers-contrast: more) { :root { --ink: #000; --paper: #fff; --quiet: #000;
  --line: #000; --rule: #000; --link: #003d24; --band: #000; --on: #fff; --fill: #fff;
  --field: #fff; --field-ink: #000; --edge: #000; } a { text-decoration-thickness: 2px; } }
@media (prefers-contrast: more) and (prefers-color-scheme: dark) { :root { --ink: #fff;
  --paper: #000; --quiet: #fff; --line: #fff; --rule: #fff; --link: #9ff0c4; --band: #000;
  --on: #fff; --fill: #000; --field: #000; --field-ink: #fff; --edge: #fff; } }
* { box-sizing: border-box; }
html { scroll-padding-top: 8rem; -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--paper); color: var(--ink); overflow-wrap: anywhere;
  font: 1rem/1.4 "Fira Sans", FiraGO, system-ui, sans-serif; font-variant-numeric: tabular-nums; }
header { display: contents; }
main, footer, .house, .top > * { max-width: 76rem; margin: 0 auto; padding: 0 1rem; }
.house { display: flex; align-items: center; gap: .7rem; padding-block: .6rem; }
.house img { max-height: 2.5rem; max-width: 50vw; background: #fff; }
.top { position: sticky; top: 0; z-index: 2; background: var(--band); color: var(--on);
  padding-block: .6rem; border-bottom: 1px solid var(--rule); }
.bar { display: flex; flex-wrap: wrap; align-items: baseline; column-gap: 1rem; }
.bar h1, .bar p { font-size: 1.05rem; font-weight: 700; margin: 0; }
.bar a { color: var(--on); text-decoration: none; } .bar a:hover { text-decoration: underline; }
.bar span { font-size: .9rem; } .bar > :nth-last-child(2) { margin-inline-end: auto; }
.bar p + h1 { display: flex; } .bar p + h1::before { content: "\\203a\\a0\\a0"; }
.bar bdi, .who bdi, .sides bdi, .line bdi { text-align: left; display: -webkit-box;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 4; overflow: hidden; }
.find { position: relative; margin-top: .5rem !important; }
.find input, .find ul { max-width: 40rem; }
.find[hidden] { display: none; }
.find input { width: 100%; font: inherit; padding: .6rem .75rem; border-radius: .5rem;
  border: 1px solid var(--edge); background: var(--field); color: var(--field-ink); }
.find input::placeholder { color: var(--quiet); opacity: 1; }
.find ul { position: absolute; left: 1rem; right: 1rem; margin: .25rem 0 0; padding: 0;
  list-style: none; max-height: 70vh; overflow-y: auto; background: var(--paper);
  border: 1px solid var(--rule); border-radius: .5rem; }
.find li + li { border-top: 1px solid var(--line); }
.find li > * { display: flex; flex-wrap: wrap; column-gap: .6rem; padding: .6rem .75rem;
  color: var(--ink); text-decoration: none; min-height: 2.75rem; align-items: baseline; }
.find li a:hover, .find li a:focus { background: var(--fill); }
.find li b { flex: 1 1 100%; font-size: 1.1rem; }
a { color: var(--link); text-underline-offset: .15em; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
.top :focus-visible { outline-color: var(--on); }
h1 { font-size: 1.75rem; line-height: 1.15; margin: 1rem 0 .2rem; }
h2 { font-size: 1.2rem; margin: 2rem 0 .5rem; }
h3 { font-size: 1rem; margin: 1.2rem 0 .3rem; }
p { margin: .3rem 0; }
.quiet, small { color: var(--quiet); font-size: .9rem; }
.n { text-align: end; white-space: nowrap; }
.won { font-weight: 700; }
.score { white-space: nowrap; }
.told { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%);
  white-space: nowrap; }
.champion { font-size: 1.5rem; font-weight: 700; margin: 1rem 0; }
.chips { display: flex; gap: .5rem; overflow-x: auto; padding: .3rem 0; margin: .8rem 0 0;
  scrollbar-width: none; }
.chips a { flex: none; padding: .45rem .85rem; border: 1px solid var(--edge); border-radius: 2rem;
  color: var(--ink); text-decoration: none; }
.card { border: 2px solid var(--link); border-radius: .6rem; padding: .6rem .9rem; margin: 1rem 0; }
.card strong { display: block; font-size: 2.4rem; line-height: 1.15; }
ol.plain, ul.plain { list-style: none; margin: 0; padding: 0; }
.matches { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(21rem, 100%), 1fr));
  column-gap: 2rem; border-top: 1px solid var(--line); }
.matches > li { border-bottom: 1px solid var(--line); }
.matches > li > * { display: grid; grid-template-columns: 2.2rem minmax(0, 1fr) auto 5.4rem;
  column-gap: .6rem; align-items: center; padding: .55rem 0; min-height: 3.9rem;
  color: inherit; text-decoration: none; }
.matches a:hover { background: var(--fill); }
.at { font-size: 1.2rem; font-weight: 700; }
.at.long { font-size: .75rem; line-height: 1.1; max-height: 3.3em; overflow: hidden; }
.at, .state { grid-row: 1 / span 2; }
.sides, .points { display: contents; }
.sides > * { grid-column: 2; } .points > * { grid-column: 3; text-align: end; }
.matches .one { grid-row: 1; align-self: end; } .matches .other { grid-row: 2; align-self: start; }
.state { font-size: .85rem; color: var(--quiet); text-align: end; line-height: 1.25; }
.live { color: var(--ink); font-weight: 600; }
.line { display: grid; grid-template-columns: 1.8rem minmax(0, 1fr) 3rem 2.6rem 3.5rem;
  column-gap: .4rem; align-items: center; padding: .5rem .25rem; }
.unscored .line { grid-template-columns: 1.8rem minmax(0, 1fr) 3rem 3.5rem; }
.line .more { display: none; }
.heads { color: var(--quiet); font-size: .85rem; border-bottom: 1.5px solid var(--rule); }
.places > li { border-bottom: 1px solid var(--line); }
.places .first { background: var(--fill); }
summary { cursor: pointer; min-height: 2.6rem; }
summary.line { list-style: none; } summary.line::-webkit-details-marker { display: none; }
summary:hover { background: var(--fill); }
.line bdi::after { content: "\\a0\\25be"; color: var(--quiet); font-size: .75em; }
.heads bdi::after { content: none; }
details[open] > summary.line { font-weight: 700; background: var(--fill); }
.steps { margin: 0; padding: .2rem .25rem .8rem 2.45rem; background: var(--fill);
  list-style: none; }
.steps li { padding: .15rem 0; }
.steps a { display: inline-block; padding: .2rem 0; }
.rounds > summary, .met > summary { padding: .6rem 0; border-bottom: 1px solid var(--line);
  font-weight: 600; }
.met > summary span { font-weight: 400; }
.met[open] { margin-bottom: 1.5rem; }
.met li, .met > p { padding: .6rem 0; border-bottom: 1px solid var(--line); }
.names { columns: 17rem; column-gap: 2rem; }
.names li { break-inside: avoid; padding: .35rem 0; }
.bracket { position: relative; display: flex; gap: 1rem; overflow-x: auto;
  scroll-snap-type: x proximity;
  padding-bottom: .6rem; align-items: stretch; }
.bracket section { flex: 1 0 min(15rem, 78vw); scroll-snap-align: start; display: flex;
  flex-direction: column; }
.bracket h3 { margin-top: .3rem; }
.bracket ol { flex: 1; display: flex; flex-direction: column; gap: .6rem; }
.bracket li { border: 1px solid var(--edge); border-radius: .35rem; overflow: hidden; }
.bracket .third { border-style: dashed; margin-top: 1rem; }
.bracket h4, .bracket li > p { font-size: .85rem; margin: 0; padding: .2rem .6rem;
  color: var(--quiet); font-weight: 400; }
.bracket .slot { display: flex; justify-content: space-between; gap: .6rem; color: inherit;
  padding: .3rem .6rem; min-height: 2rem; }
.bracket .slot + .slot { border-top: 1px solid var(--line); }
.bracket .slot.won { background: var(--fill); }
.bracket .slot.open { color: var(--quiet); }
.bracket li > a { display: block; color: inherit; text-decoration: none; }
.bracket sup { font-weight: 400; color: var(--quiet); }
@media (min-width: 50rem) { .bracket ol { justify-content: space-around; }
  .line { grid-template-columns: 2.5rem minmax(0, 1fr) 5rem 5rem 5.5rem 5.5rem 5.5rem; }
  .unscored .line { grid-template-columns: 2.5rem minmax(0, 1fr) 5rem 5.5rem 5.5rem 5.5rem; }
  .byes .line { grid-template-columns: 2.5rem minmax(0, 1fr) 5rem 5rem 5.5rem 5.5rem 5.5rem 5rem; }
  .line .more { display: block; } }
.panels { display: grid; grid-template-columns: 1fr 1fr; gap: 1.2rem; margin: 1rem 0; }
.panels > div { border-top: 1px solid var(--rule); border-bottom: 1px solid var(--rule);
  padding: calc(.5rem + 4px) 0 .5rem; display: grid; column-gap: .6rem; align-content: start;
  grid-template-columns: minmax(0, 1fr) auto; }
.panels > .winner { border-top-width: 5px; padding-top: .5rem; }
.panels h2 a, .names a, h1 + p a { display: inline-block; padding: .15rem 0; min-width: 1.5rem; }
.panels h2 { margin: 0; font-size: 1.2rem; grid-area: 1 / 1; }
.panels .tag { grid-area: 1 / 2; align-self: start; background: var(--ink); color: var(--paper);
  font-weight: 700; font-size: .8rem; padding: 0 .4rem; justify-self: end; }
.panels .big { grid-area: 2 / 2; font-size: 2.6rem; line-height: 1;
  font-weight: 700; text-align: end; }
.panels .bags { grid-area: 3 / 2; font-size: .85rem; text-align: end; color: var(--quiet); }
.panels ul { grid-area: 2 / 1 / span 2; font-size: .95rem; }
.panels li { padding: .1rem 0; }
.panels i { font-style: normal; display: inline-block; width: 1.35em; height: 1.35em;
  line-height: 1.25em; border: 1px solid var(--ink); border-radius: 50%; text-align: center;
  font-size: .75em; margin-inline-end: .4em; }
.result { font-size: 1.4rem; font-weight: 700; line-height: 1.2; margin: .6rem 0 .3rem; }
.mark { display: inline-block; border: 1.5px solid var(--ink); font-weight: 700; font-size: .8rem;
  padding: 0 .4rem; margin-inline-end: .4rem; }
.pill { background: var(--ink); color: var(--paper); border-radius: .25rem; padding: 0 .35em;
  font-size: .85em; font-weight: 700; margin-inline-start: .45em; }
table { border-collapse: collapse; width: 100%; }
.wide { overflow-x: auto; } .wide th, .wide td { white-space: nowrap; }
.wide tr > :first-child:not(.n) { position: sticky; left: 0; background: var(--paper);
  min-width: 8rem; white-space: normal; }
.wide table { border-collapse: separate; border-spacing: 0; }
.wide .n + :not(.n) { padding-inline-start: 1rem; }
caption { text-align: start; }
th, td { text-align: start; vertical-align: top; padding: .3rem .35rem; font-weight: 400; }
thead th { color: var(--quiet); font-size: .85rem; }
thead tr:last-child th { border-bottom: 1.5px solid var(--rule); }
.hands thead tr:first-child th { color: var(--ink); font-weight: 700; font-size: 1rem; }
.hands tbody tr:first-child > * { border-top: 1px solid var(--line); }
.hands tbody tr.under > * { padding-top: 0; }
.hands tbody:nth-of-type(5n + 1) tr:first-child > * { border-top-color: var(--rule); }
.hands .a1, .hands .f1 { padding-inline-start: .9rem; }
.hands .last > * { font-weight: 700; }
@media (min-width: 40.01rem) {
  .hands .last > * { border-block: 1.5px solid var(--rule) !important; }
  .hands { table-layout: fixed; } .k1 { width: 7.5%; } .k2 { width: 9%; } .k3 { width: 11%; }
  .k4 { width: 11%; } .k5 { width: 7.3%; } .k6 { width: 5.1%; } }
.bid { white-space: nowrap; }
.hands .last .made { font-weight: 400; font-size: .9rem; }
.hands sup { font-size: .7em; margin-inline-start: .15em; }
.fact { margin-inline-end: .8em; white-space: nowrap; } .fact.long { white-space: normal; }
.hands .total { font-weight: 700; }
.who { display: none; }
.remarks li { display: grid; grid-template-columns: 1.5rem minmax(0, 12rem) minmax(0, 1fr);
  column-gap: .6rem; padding: .4rem 0; border-bottom: 1px solid var(--line); }
figure { margin: 1.5rem 0; } figcaption { display: flex; flex-wrap: wrap; gap: .2rem 1.5rem; }
svg { width: 100%; max-height: 16rem; overflow: visible; }
svg line { stroke: var(--line); } svg polyline { fill: none; stroke: var(--ink); stroke-width: 2; }
svg text { fill: var(--quiet); font-size: 12px; }
.dash { stroke-dasharray: 6 4; }
footer { padding-block: 2rem; }
@media (max-width: 40rem) {
  .panels { gap: .8rem; }
  .panels h2, .panels .bags, .panels ul { grid-column: 1 / -1; text-align: start; }
  .panels .big { grid-area: 2 / 1; text-align: start; font-size: 2.4rem; margin: .2rem 0; }
  .panels .tag { grid-area: 2 / 2; align-self: center; } .panels ul { grid-row: 4; }
  .hands, .hands thead, .hands tbody { display: block; }
  .hands tr { display: contents; }
  .hands thead tr:first-child > * { position: absolute; width: 1px; height: 1px; overflow: hidden;
    clip-path: inset(50%); }
  .hands thead, .hands tbody { display: grid; padding: .25rem 0; column-gap: .3rem;
    grid-template-columns: 2rem minmax(0, 1fr) 4.9rem 3rem 2.8rem 2.6rem; font-size: .9rem; }
  .hands thead { position: relative; border-bottom: 1.5px solid var(--rule); }
  .hands tbody { border-bottom: 1px solid var(--line); }
  .hands tbody:nth-of-type(5n) { border-bottom-color: var(--rule); }
  .hands tbody tr > * { border: 0 !important; padding: .1rem 0; }
  .hands thead th { padding: .1rem 0; font-size: .75rem; }
  .hands thead tr:last-child th { border: 0; }
  .hands thead .h1, .hands thead .d { display: none; }
  .hands thead .b0, .hands tbody .b0 > :last-child, .hands tbody .b1 > :last-child {
    grid-column: 2; }
  .hands tbody .took { grid-column: 3; white-space: nowrap; } .hands tbody .n { grid-column: 4; }
  .hands tbody .total { grid-column: 5; } .hands tbody .total + .n { grid-column: 6; }
  .hands tbody .number { font-weight: 700; grid-row: 2 / span 6; }
  .hands tbody .number[colspan] { grid-area: 1 / 1 / auto / -1; }
  .hands .dealer { grid-area: 2 / 4 / auto / -1; text-align: end; }
  .hands tbody .a0, .hands tbody .a1 { display: contents; }
  .hands .a0 > .who { grid-area: 2 / 2 / auto / 4; }
  .hands .a1 > .who { grid-area: 5 / 2 / auto / -1; }
  .hands .a0 > :last-child, .hands .c0 { grid-row: 3; } .hands .f0 { grid-row: 4; }
  .hands .a1 > :last-child, .hands .c1 { grid-row: 6; } .hands .f1 { grid-row: 7; }
  .hands .f0, .hands .f1, .hands .note { grid-column: 2 / -1; padding: 0; }
  .hands .note { grid-row: 8; }
  .hands colgroup, .hands .f0:empty, .hands .f1:empty, .hands .none { display: none; }
  .hands tbody .why > :last-child { grid-column: 2 / span 2; }
  .hands tbody .made > :last-child { grid-column: 2 / span 3; }
  .hands .dealer::before { content: attr(data-label) " "; color: var(--quiet); }
  svg text { font-size: 22px; }
  .hands .wide { grid-column: 1 / -1; }
  .hands .who { display: block; color: var(--quiet); }
  .hands .who, .hands .bid { padding: .1rem 0; } .hands .a1 > .who { padding-top: .4rem; }
  .remarks li { grid-template-columns: 1.5rem minmax(0, 1fr); } .remarks li > :last-child {
    grid-column: 2; }
}
@media print {
  :root { --ink: #000; --paper: #fff; --quiet: #333; --line: #bbb; --link: #000; --band: #fff;
    --on: #000; --fill: #fff; }
  body { font-size: 9.5pt; }
  .top { position: static; padding: 0; } .find, .chips, noscript { display: none !important; }
  a { color: inherit; text-decoration: none; }
  :is(.rounds, .met)::details-content { content-visibility: visible; display: block; height: auto; }
  h2, h3, summary, h2 + .quiet { break-after: avoid; }
  li, tr, tbody, figure { break-inside: avoid; }
  .bracket { overflow: visible; flex-wrap: wrap; } .bracket section { flex-basis: 8rem; }
  .wide { overflow: visible; } .wide table { font-size: .75em; }
  .wide tr > * { padding-inline: .15rem; }
  .wide tbody { break-inside: auto; } .wide thead th { font-size: inherit; }
  .wide th { white-space: normal; overflow-wrap: normal; }
  .wide td:not(.n) { white-space: normal; }
  .wide tr > :first-child:not(.n) { position: static; min-width: 5rem; }
  .line bdi::after { content: none; }
  .pill, .panels .tag { background: none; color: #000; border: 1.5px solid #000; }
}
"""

BASE: Final = """<!DOCTYPE html>
<html lang="{{ lang }}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="Scorepad">
<title>{{ title }}{% if title != event %} \u00b7 {{ event }}{% endif %}</title>
<style>{{ style }}</style>
</head>
<body>
<header>
{% if house or logo %}<p class="house">
{% if logo %}<img src="{{ logo }}" alt="{{ logo_said }}">{% endif %}
<bdi>{{ house }}</bdi></p>{% endif %}
<div class="top">
<div class="bar">{% block bar %}<p><a href="index.html"><bdi>{{ event }}</bdi></a></p>{% endblock %}
<span>{{ bar | sentence }}</span></div>
{% if has_names %}
<form class="find" role="search" data-none="{{ T("No team or player found") }}" hidden>
<label class="told" for="find">{{ find }}</label>
<input id="find" type="search" placeholder="{{ find }}" autocomplete="off">
<ul hidden></ul>
<p class="told" role="status"></p>
</form>
<noscript><p><a href="index.html#teams">{{ find }}</a></p></noscript>
{% endif %}
</div>
</header>
<main>
{% block main %}{% endblock %}
</main>
{% block code %}{% endblock %}
{% if has_names %}<script src="{{ find_file }}"></script>
{% endif %}
</body>
</html>
"""

PARTS: Final = """{% macro next_match(card) %}
{% if card %}
<section class="card" aria-labelledby="next">
<h2 id="next" class="told">{{ T("Next match") }}</h2>
<p class="quiet">{{ T("Next match") }} \u00b7 {{ card.round }}</p>
<strong><bdi>{{ card.table }}</bdi></strong>
{% if card.against %}
<p>{{ T("against {team}", team=card.against) | string | sentence }} \u00b7
{% if card.page %}<a href="{{ card.page }}">{{ card.state }}</a>
{%- else %}{{ card.state }}{% endif %}
</p>
{% endif %}
</section>
{% endif %}
{% endmacro %}
"""

INDEX: Final = """{% extends "base" %}
{% block bar %}{% if is_division %}<p><a href="index.html"><bdi>{{ event }}</bdi></a></p>{% endif %}
<h1><bdi>{{ title }}</bdi></h1>{% endblock %}
{% macro results_of(round) %}
{% if round.days %}<p class="quiet">{{ round.days }}</p>{% endif %}
<ol class="plain matches">
{% for each in round.matches %}
<li>{% if each.page %}<a href="{{ each.page }}">{% else %}<div>{% endif %}
<span class="at{{ " long" if each.table | length > 3 }}">
{%- if each.table %}<span class="told">{{ T("table") }} </span>{% endif %}
<bdi>{{ each.table }}</bdi></span>
<span class="sides">{% for side in (0, 1) %}
<span class="{{ "other" if side else "one" }}{{ " won" if each.winner == side }}"><bdi>
{{- each.teams[side] }}
{%- if each.winner == side %}\u00a0\u2713<span class="told">
{{ T("winner") }}</span>{% endif %}</bdi>
</span>{% endfor %}</span>
<span class="points">{% for side in (0, 1) %}
<span class="{{ "other" if side else "one" }}{{ " won" if each.winner == side }}">
{{- each.scores[side] }}</span>
{% endfor %}</span>
<span class="state{% if each.is_open and each.page %} live{% endif %}">
{{- each.between }} {{ each.state }}</span>
{% if each.page %}</a>{% else %}</div>{% endif %}</li>
{% endfor %}
</ol>
{% if round.byes %}<p>{{ round.byes | sentence }}</p>{% endif %}
{% endmacro %}
{% block main %}
<p class="quiet">{{ about | sentence }}</p>
{% if champion %}<p class="champion">{{ champion | sentence }}</p>{% endif %}
<nav class="chips" aria-label="{{ T("On this page") }}">
{% if current %}<a href="#now">{{ T("Now playing") if is_playing else current[0].title }}</a>
{% endif %}
{% if brackets %}<a href="#brackets">{{ T("Bracket") }}</a>{% endif %}
{% if standings %}<a href="#standings">{{ T("Standings") }}</a>{% endif %}
{% for table in combined %}<a href="#combined-{{ loop.index }}">{{ table.title }}</a>{% endfor %}
{% if earlier %}<a href="#rounds">{{ T("Rounds") }}</a>{% endif %}
{% if teams %}<a href="#teams">{{ T("Teams") }}</a>{% endif %}
{% if statistics_file %}<a href="{{ statistics_file }}">{{ T("Statistics") }}</a>{% endif %}
</nav>
{% if current %}
<section id="now">
{% if is_playing %}<h2>{{ T("Now playing") }}</h2>{% endif %}
{% for round in current %}
{% if is_playing %}<h3 id="{{ round.key }}">{{ round.title }}</h3>
{% else %}<h2 id="{{ round.key }}">{{ round.title }}</h2>{% endif %}
{{ results_of(round) }}
{% endfor %}
</section>
{% endif %}
{% for part in brackets %}
<section{% if loop.first %} id="brackets"{% endif %}>
<h2>{{ part.title | sentence }}</h2>
{% if part.rounds | length > 1 %}
<nav class="chips" aria-label="{{ part.title }}">
{% for round in part.rounds %}<a href="#{{ round.key }}">{{ round.title }}</a>
{% endfor %}
</nav>
{% endif %}
<div class="bracket" role="region" aria-label="{{ part.title }}" tabindex="0">
{% for round in part.rounds %}
<section id="{{ round.key }}">
<h3>{{ round.title }}</h3>
<ol class="plain">
{% for game in round.games %}
<li{% if game.title %} class="third"{% endif %}>
{% if game.page %}<a href="{{ game.page }}">{% endif %}
{% if game.title %}<h4>{{ game.title }}</h4>{% endif %}
{% for line in game.lines %}
<span class="slot{{ " won" if line.won }}{{ " open" if not line.is_known }}">
<span><bdi>{{ line.team }}</bdi>{% if line.seed %}\u00a0<sup>{{ line.seed }}</sup>{% endif %}
{%- if line.won %}\u00a0\u2713<span class="told"> {{ T("winner") }}</span>{% endif %}</span>
<span class="n">{{ line.score }}</span></span>
{% endfor %}
{% if game.page %}</a>{% endif %}
{% if game.note %}<p>{{ game.note | sentence }}</p>{% endif %}</li>
{% endfor %}
</ol>
</section>
{% endfor %}
</div>
</section>
{% endfor %}
{% for table in standings %}
<section{% if loop.first %} id="standings"{% endif %}>
<h2>{% if table.file %}<a href="{{ table.file }}">{{ table.title | sentence }}</a>
{%- else %}{{ table.title | sentence }}{% endif %}</h2>
<p class="quiet">{{ table.order | sentence }}</p>
<div class="{{ "unscored" if not table.is_kept }}{{ " byes" if table.is_kept and table.has_byes }}">
<div class="line heads" aria-hidden="true"><span></span><span>{{ T("team") }}</span>
<span class="n">{{ T("W\u2013L\u2013T") }}</span>
{% if table.is_kept %}<span class="n">{{ T("score") }}</span>{% endif %}
<span class="n more">{{ T("points") }}</span><span class="n more">{{ T("against") }}</span>
<span class="n"><abbr title="{{ T("difference") }}">+/\u2212</abbr></span>
{% if table.is_kept and table.has_byes %}<span class="n more">{{ T("byes") }}</span>{% endif %}
</div>
<ol class="plain places">
{% for each in table.rows %}
<li><details{% if each.row.place == 1 %} class="first"{% endif %}><summary class="line">
<span><span class="told">{{ T("place") }} </span>{{ each.row.place or "\u2013" }}</span>
<bdi{% if each.row.place == 1 %} class="won"{% endif %}>{{ each.row.team }}</bdi>
<span class="n"><span class="told">{{ T("W\u2013L\u2013T") }} </span>{{ each.record }}</span>
{% if table.is_kept %}
<span class="n won"><span class="told">{{ T("score") }} </span>{{ each.score }}</span>
{% endif %}
<span class="n more"><span class="told">{{ T("points") }} </span>
{{- number(each.row.points) }}</span>
<span class="n more"><span class="told">{{ T("against") }} </span>
{{- number(each.row.against) }}</span>
<span class="n"><span class="told">{{ T("difference") }} </span>
{{- signed(each.row.difference) }}</span>
{% if table.is_kept and table.has_byes %}
<span class="n more"><span class="told">{{ T("byes") }} </span>{{ each.row.byes or "" }}</span>
{% endif %}
</summary>
<ul class="steps">
{% for step in each.steps %}
<li>{{ step.round }}: {% if step.page %}<a href="{{ step.page }}">{{ step.text | sentence }}</a>
{%- else %}{{ step.text | sentence }}{% endif %}</li>
{% endfor %}
{% if table.is_kept and each.row.decision %}
<li class="quiet">{{ T("place decided {decision}", decision=each.row.decision) }}</li>
{% endif %}
<li><a href="{{ each.team.file }}">{{ T("Hand by hand") }}
<span class="told">: <bdi>{{ each.row.team }}</bdi></span></a></li>
</ul>
</details></li>
{% endfor %}
</ol>
</div>
</section>
{% endfor %}
{% for table in combined %}
<section id="combined-{{ loop.index }}">
<h2>{{ table.title }}</h2>
{% if table.rows %}
<div class="wide" role="region" aria-label="{{ table.title }}" tabindex="0">
<table>
<thead><tr><th scope="col" class="n">{{ T("Place") }}</th><th scope="col">{{ table.per }}</th>
<th scope="col" class="n">{{ T("Points") }}</th>
{% for event in table.events %}<th scope="col" class="n"><bdi>{{ event }}</bdi></th>{% endfor %}
</tr></thead>
<tbody>
{% for row in table.rows %}
<tr><td class="n">{{ row.place }}</td>
<th scope="row"{% if row.place == 1 %} class="won"{% endif %}><bdi>{{ row.name }}</bdi></th>
<td class="n won">{{ row.score }}</td>
{% for score in row.scores %}<td class="n">{{ score }}</td>{% endfor %}</tr>
{% endfor %}
</tbody>
</table>
</div>
{% endif %}
{% for note in table.notes %}<p class="quiet">{{ note | sentence }}</p>{% endfor %}
</section>
{% endfor %}
{% if not teams %}<p>{{ T("No teams have entered yet.") }}</p>{% endif %}
{% if earlier %}
<section id="rounds">
<h2>{{ T("Earlier rounds") if current else T("Rounds") }}</h2>
{% for round in earlier %}
<details class="rounds"{% if not current %} open{% endif %} id="{{ round.key }}">
<summary>{{ round.title }}</summary>
{{ results_of(round) }}
</details>
{% endfor %}
</section>
{% endif %}
{% if teams %}
<section id="teams">
<h2>{{ T("Teams") }}</h2>
<ul class="plain names">
{% for each in teams %}
<li><a href="{{ each.team.file }}"><bdi>{{ each.team.name }}</bdi></a>
{% if each.where %}<small>{{ each.where | sentence }}</small>{% endif %}
{% if each.players %}<br>{% for player in each.players %}
<a href="{{ player.file }}"><bdi>{{ player.name }}</bdi></a>{{ ", " if not loop.last }}
{%- endfor %}{% endif %}</li>
{% endfor %}
</ul>
</section>
{% endif %}
{% endblock %}
{% block code %}{% if code %}<footer><p class="quiet">{{ code }}</p></footer>
{% endif %}{% endblock %}
"""

HANDS: Final = """{% macro letters(refs) %}
{%- if refs %}<sup>{{ refs }}</sup>{% endif %}{% endmacro %}
<table class="hands">
<caption class="told">{{ T("Hands") }}</caption>
<colgroup><col class="k1"><col class="k2">{% for side in (0, 1) %}<col class="k3"><col class="k4">
<col class="k5"><col class="k5"><col class="k6">{% endfor %}</colgroup>
<thead>
<tr><td colspan="2"></td>
<th scope="colgroup" colspan="5" class="a0"><bdi>{{ match.teams[0] }}</bdi></th>
<th scope="colgroup" colspan="5" class="a1"><bdi>{{ match.teams[1] }}</bdi></th></tr>
<tr><th scope="col" class="d">{{ T("hand") }}</th><th scope="col" class="d">{{ T("dealer") }}</th>
{% for side in (0, 1) %}
<th scope="col" class="{{ "a1 h1" if side else "b0" }}">{{ T("bid") }}</th>
<th scope="col" class="h{{ side }}">{{ T("took") }}</th>
<th scope="col" class="n h{{ side }}">{{ T("points") }}</th>
<th scope="col" class="n h{{ side }}">{{ T("total") }}</th>
<th scope="col" class="n h{{ side }}">{{ T("bags") }}</th>
{% endfor %}</tr>
</thead>
{% for row in match.rows %}
<tbody>
{% if row.kind == "time" %}
<tr><td colspan="12" class="wide"><b>{{ row.text }}</b></td></tr>
{% elif row.kind == "ruling" %}
<tr><th scope="row" colspan="2" class="number"><b>{{ T("ruling") }}</b>
{{- letters(row.letters) }}</th>
{% for side in (0, 1) %}{% if side != row.side %}<td colspan="5" class="none"></td>
{% else %}
<td colspan="2" class="b{{ side }} a{{ side }} why"><span class="who">
<bdi>{{ match.teams[side] }}</bdi></span><span>{{ row.why }}</span></td>
<td class="n c{{ side }}">{{ row.points }}</td><td class="n total c{{ side }}">{{ row.total }}</td>
<td class="n c{{ side }}">{{ row.bags }}</td>
{% endif %}{% endfor %}</tr>
{% else %}
<tr><th scope="row" class="number">{{ row.number }}{{ letters(row.letters) }}</th>
<td class="dealer" data-label="{{ T("dealer") }}"><bdi>{{ row.dealer }}</bdi></td>
{% for each in row.sides %}{% set side = loop.index0 %}
<td class="b{{ side }} a{{ side }}"><span class="who"><bdi>{{ match.teams[side] }}</bdi></span>
<span class="bid">{{ each.bid }}</span></td>
<td class="took c{{ side }}">{{ each.took }}{% if each.outcome.pill %}<span class="pill">
{{- each.outcome.text }}</span>{% else %} {{ each.outcome.text }}{% endif %}</td>
<td class="n c{{ side }}">{{ each.points }}</td>
<td class="n total c{{ side }}">{{ each.total }}</td>
<td class="n c{{ side }}">{{ each.bags }}</td>
{% endfor %}</tr>
{% if row.sides[0].facts or row.sides[1].facts %}
<tr class="under"><td colspan="2" class="none"></td>
{% for each in row.sides %}<td colspan="5" class="f{{ loop.index0 }}">
{%- for sign, text in each.facts -%}
<span class="fact{{ " long" if text | length > 24 }}">
{%- if sign %}<span aria-hidden="true">{{ sign }}</span> {% endif %}{{ text }}</span> {% endfor -%}
</td>
{% endfor %}</tr>
{% endif %}
{% if row.notes %}
<tr class="under"><td class="none"></td><td colspan="11" class="note quiet">
{{- row.notes | sentence }}</td></tr>
{% endif %}
{% endif %}
</tbody>
{% else %}
<tbody><tr><td colspan="12" class="wide">{{ T("no hand was played") if match.final.is_over else
T("no hand has been played yet") }}</td></tr></tbody>
{% endfor %}
<tbody><tr class="last"><th scope="row" colspan="2" class="number">{{ match.final.label }}</th>
{% for each in match.final.sides %}{% set side = loop.index0 %}
<td colspan="3" class="b{{ side }} a{{ side }} made"><span class="who">
<bdi>{{ match.teams[side] }}</bdi></span><span>{{ each.counts }}</span></td>
<td class="n total c{{ side }}">{{ each.total }}</td><td class="n c{{ side }}">{{ each.bags }}</td>
{% endfor %}</tr></tbody>
</table>
"""

MATCH: Final = """{% extends "base" %}
{% block main %}
<h1>{{ title | sentence }}</h1>
<p class="quiet">{{ about | sentence }}</p>
<p class="result">{{ result | sentence }}</p>
<p>{% if state.mark %}<span class="mark">{{ state.mark }}</span> {% endif %}
{{ state.text | sentence }}</p>
{% if state.recorded %}<p class="won">{{ state.recorded | sentence }}</p>{% endif %}
<div class="panels">
{% for side in (0, 1) %}
<div{% if status.winner == side %} class="winner"{% endif %}>
{% if status.winner == side %}<span class="tag">{{ T("winner") }}</span>
{% elif status.tied %}<span class="tag">{{ T("tie") }}</span>{% endif %}
<h2>{% if teams[side] %}<a href="{{ teams[side].file }}"><bdi>{{ status.teams[side] }}</bdi></a>
{% else %}<bdi>{{ status.teams[side] }}</bdi>{% endif %}</h2>
<p class="big">{{ scores[side] }}</p>
<p class="bags">{{ match.bags[side] }}</p>
<ul class="plain">
{% for row, _ in match.players %}{% if row.side == side %}
<li><i>{{ seats[row.seat] }}</i><bdi>{{ row.player }}</bdi>
{% if match.facts[loop.index0] %}
<small>{{ match.facts[loop.index0] }}</small>{% endif %}</li>
{% endif %}{% endfor %}
</ul>
</div>
{% endfor %}
</div>
<p><b>{{ match.rules }}</b>
{%- if match.summary %} \u00b7 {{ match.summary | sentence }}{% endif %}</p>
{% for rule in match.in_force %}
<p class="quiet"><b>{{ rule.label }}</b> {{ rule.text | sentence }}</p>
{% endfor %}
<h2>{{ T("Hands") }}</h2>
{{ match.hands | safe }}
{% if match.chart %}
<figure>
<figcaption><b>{{ T("Score after each hand") }}</b>
{% for side in (0, 1) %}<span><span aria-hidden="true">{{ "\u2504" if side else "\u2501" }}
</span><bdi>{{ match.teams[side] }}</bdi></span>{% endfor %}</figcaption>
<svg viewBox="-40 -10 650 170" role="img" aria-label="{{ match.chart.alt }}">
{% for text, y in match.chart.marked %}
<line x1="0" x2="600" y1="{{ y }}" y2="{{ y }}"/><text x="-6" y="{{ y + 4 }}"
text-anchor="end">{{ text }}</text>
{% endfor %}
{% for line in match.chart.lines %}
<polyline{% if loop.index0 %} class="dash"{% endif %} points="
{%- for x, y in line %}{{ x }},{{ y }} {% endfor %}"/>
{% endfor %}
</svg>
</figure>
{% endif %}
{% if match.remarks %}
<h2>{{ T("Corrections, rulings and remarks") }}</h2>
<ul class="plain remarks">
{% for letter, title, each, effects in match.remarks %}
<li><b>{{ letter }}</b><strong>{{ title }}</strong><span>
{{ each.was | sentence }}{{ " \u2192 " if each.was and each.now }}
{{- ([each.now] + effects) | select | join("; ") | sentence }}
{% if each.why %}\u00b7 {{ T("reason: {why}", why=each.why) | string | sentence }}{% endif %}
</span></li>
{% endfor %}
</ul>
{% endif %}
{% endblock %}
{% block code %}{% if match.code %}<footer><p class="quiet">{{ match.code }}</p></footer>
{% endif %}{% endblock %}
"""

TEAM: Final = """{% extends "base" %}
{% from "parts" import next_match %}
{% block main %}
<h1><bdi>{{ title }}</bdi></h1>
{% if withdrawn %}<p>{{ withdrawn }}</p>{% endif %}
{% if players %}<p>{% for player in players %}
<a href="{{ player.file }}"><bdi>{{ player.name }}</bdi></a>{{ " \u00b7 " if not loop.last }}
{%- endfor %}</p>{% endif %}
{{ next_match(card) }}
{% for place in places %}<p class="won">{{ place | sentence }}</p>{% endfor %}
{% if steps %}<h2>{{ T("Results so far") }}</h2>{% endif %}
{% for step in steps %}
{% if step.hands %}
<details class="met"><summary>{{ step.round }}: <span>{{ step.text | sentence }}</span></summary>
{{ step.hands | safe }}
<p><a href="{{ step.page }}">{{ T("The whole match") }}<span class="told">:
{{ step.round }}</span></a></p>
</details>
{% else %}
<div class="met"><p><b>{{ step.round }}:</b> {{ step.text | sentence }}</p></div>
{% endif %}
{% endfor %}
{% endblock %}
"""

PLAYER: Final = """{% extends "base" %}
{% from "parts" import next_match %}
{% block main %}
<h1><bdi>{{ title }}</bdi></h1>
<p><a href="{{ team.file }}"><bdi>{{ team.name }}</bdi></a></p>
{{ next_match(card) }}
{% if rows %}
<h2>{{ T("Matches") }}</h2>
<table>
<thead><tr><th scope="col">{{ T("match") }}</th><th scope="col" class="n">{{ T("hands") }}</th>
<th scope="col" class="n">{{ T("bid") }}</th><th scope="col" class="n">{{ T("nils made") }}</th>
</tr></thead>
<tbody>
{% for each in rows %}
<tr><th scope="row">{{ each.round }} \u00b7 {% if each.page %}<a href="{{ each.page }}">{% endif %}
{{- T("against {team}", team=each.against) | string | sentence }}
{%- if each.page %}</a>{% endif %}</th>
<td class="n">{{ each.row.hands }}</td><td class="n">{{ each.row.bid }}</td>
<td class="n">{{ T("{made} of {n}", made=each.row.nils_made, n=each.row.nils) if each.row.nils
else "\u2013" }}</td></tr>
{% endfor %}
{% if rows | length > 1 %}
<tr class="won"><th scope="row" class="won">{{ T("total") }}</th>
<td class="n won">{{ total.hands }}</td><td class="n won">{{ total.bid }}</td>
<td class="n won">{{ T("{made} of {n}", made=total.nils_made, n=total.nils) if total.nils
else "\u2013" }}</td></tr>
{% endif %}
</tbody>
</table>
{% endif %}
{% endblock %}
"""

STATISTICS: Final = """{% extends "base" %}
{% block main %}
<h1>{{ title }}</h1>
{% for table in tables %}
<h2>{{ table.title }}</h2>
<p class="quiet">{{ table.coverage | sentence }}</p>
<div class="wide" role="region" aria-label="{{ table.title }}" tabindex="0">
<table>
<thead><tr>{% for each in table.columns %}
<th scope="col"{% if each.type is not sameas str_type %} class="n"{% endif %}>
{{- each.heading }}</th>
{% endfor %}</tr></thead>
<tbody>
{% for row in table.rows %}
<tr><th scope="row"><bdi>{{ row[0] }}</bdi></th>{% for cell in row[1:] %}
<td{% if table.columns[loop.index].type is not sameas str_type %} class="n"{% endif %}>
<bdi>{{ cell }}</bdi></td>
{% endfor %}</tr>
{% endfor %}
</tbody>
</table>
</div>
{% endfor %}
{% for note in notes %}<p class="quiet">{{ note | sentence }}</p>{% endfor %}
{% endblock %}
"""

FIND_SCRIPT: Final = """"use strict";
(() => {
  const names = NAMES;
  const form = document.querySelector(".find");
  const [box, list, status] = ["input", "ul", "[role=status]"].map((s) => form.querySelector(s));
  const plain = (text) => text.normalize("NFKD").replace(/\\p{M}/gu, "").toLowerCase();
  const keys = names.map(([name, team]) => plain(name + " " + team));
  const make = (tag, text, parent) => {
    const made = parent.appendChild(document.createElement(tag));
    made.textContent = text;
    return made;
  };
  const row = ([name, team, where, page]) => {
    const item = document.createElement("li");
    const link = make(page ? "a" : "span", "", item);
    if (page) link.href = page;
    make("bdi", name, link);
    if (team) make("small", "", link).appendChild(make("bdi", team, link));
    if (where) make("b", where, link);
    return item;
  };
  const show = () => {
    const words = plain(box.value).split(/\\s+/).filter(Boolean);
    const found = words.length
      ? names.filter((_, at) => words.every((word) => keys[at].includes(word))) : [];
    found.sort((a, b) => plain(b[0]).startsWith(words[0]) - plain(a[0]).startsWith(words[0]));
    const none = [form.dataset.none, "", "", ""];
    const shown = words.length && !found.length ? [none] : found.slice(0, 20);
    list.replaceChildren(...shown.map(row));
    list.hidden = !words.length;
    document.querySelector("main").inert = !list.hidden;
    status.textContent = words.length ? (found.length || form.dataset.none) : "";
  };
  form.hidden = false;
  box.addEventListener("input", show);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    list.querySelector("a")?.click();
  });
  const clear = () => { box.value = ""; show(); };
  form.addEventListener("keydown", (event) => { if (event.key === "Escape") clear(); });
  document.addEventListener("click", (event) => { if (!form.contains(event.target)) clear(); });
})();
"""

WORDS: Final = (
    T("No team or player found"),
    T("Next match"),
    T("against {team}"),
    T("On this page"),
    T("Now playing"),
    T("Earlier rounds"),
    T("Hand by hand"),
    T("The whole match"),
    T("Results so far"),
    T("place decided {decision}"),
    T("nils made"),
    T("{made} of {n}"),
    T("match"),
    T("byes"),
    T("hands"),
    T("place"),
    T("Hands"),
)
"""The texts that only the templates have: they are listed here for translation."""
TEMPLATES: Final = {
    "base": BASE.replace("{{ style }}", STYLE),
    "parts": PARTS,
    "index": INDEX,
    "hands": HANDS,
    "match": MATCH,
    "team": TEAM,
    "player": PLAYER,
    "statistics": STATISTICS,
}


@cache
def templates() -> Environment:
    """Return the templates, which are compiled once."""
    environment = Environment(
        loader=DictLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals.update(T=T, seats=SEAT_LETTERS, signed=format_change, number=format_number)
    # Every name has an element of its own, which keeps its direction to itself.
    environment.finalize = lambda value: (
        without_isolates(str(value)) if type(value) in (str, Text) else value
    )
    is_html = environment.filters["safe"]
    environment.filters["sentence"] = lambda text: is_html(_mark_up_sentence(str(text)))
    return environment


def _mark_up_sentence(text: str) -> str:
    """Return the HTML of a sentence in which each name that turns has an element of its own, and no
    line ends within a score."""
    html = SCORE.sub(r'<span class="score">\1</span>', escape(balance_isolates(text)))
    for start in ISOLATE_STARTS:
        html = html.replace(start, "<bdi>")
    return html.replace(END_ISOLATE, "</bdi>")
