"""The templates of the HTML pages, by name, and their style."""

from __future__ import annotations

from typing import Final

STYLE: Final = """
:root { color-scheme: light dark; --ink: #1a1a1a; --paper: #fff; --quiet: #555; --line: #c8c8c8;
  --link: #0a4fa3; --win: #e9f1e6; }
@media (prefers-color-scheme: dark) { :root { --ink: #eee; --paper: #16181b; --quiet: #b4b8bd;
  --line: #44494f; --link: #8ec1ff; --win: #23331f; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1rem clamp(0.75rem, 3vw, 3rem) 3rem; max-width: 110rem;
  background: var(--paper); color: var(--ink);
  font: clamp(1rem, 0.6rem + 0.9vw, 1.75rem)/1.45 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.9em; line-height: 1.15; margin: 0.4em 0 0.1em; }
h2 { font-size: 1.3em; margin: 1.6em 0 0.3em; }
p { margin: 0.2em 0 0.6em; }
.house { display: flex; align-items: center; gap: 0.8em; color: var(--quiet); }
.house img { max-height: 3em; max-width: 50vw; background: #fff; }
.quiet { color: var(--quiet); }
a { color: var(--link); }
a:focus-visible, .wide:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums;
  overflow-wrap: normal; }
table bdi { overflow-wrap: anywhere; }
caption { text-align: left; color: var(--quiet); padding: 0 0 0.3em; }
th, td { text-align: left; vertical-align: top; padding: 0.35em 0.6em; }
@media (min-width: 50rem) { table { font-size: 0.8em; } th, td { padding: 0.35em 0.45em; } }
tr { border-bottom: 1px solid var(--line); }
thead th { font-weight: 600; color: var(--quiet); border-bottom: 2px solid var(--ink); }
tbody th:not(.brief) { min-width: min(11em, 40vw); }
.n { text-align: right; white-space: nowrap; }
.bid, .score { white-space: nowrap; }
.n + .bid { padding-left: 1.5em; }
tbody th small { display: block; font-weight: 400; color: var(--quiet); }
.won { font-weight: 700; }
tr.first { background: var(--win); }
.champion { font-size: 1.5em; font-weight: 700; margin: 0.8em 0; }
.bracket { font-size: 0.85em; display: flex; gap: 1.2em; }
.bracket section { display: flex; flex-direction: column; flex: 1 0 9em; }
.bracket h3 { font-size: 1em; font-weight: 600; color: var(--quiet); margin: 0 0 0.4em; }
.bracket h4 { font-size: 1em; margin: 0.15em 0.5em; }
.bracket ol { list-style: none; margin: 0; padding: 0; flex: 1; display: flex;
  flex-direction: column; justify-content: space-around; }
.bracket li { border: 1px solid var(--line); border-radius: 0.3em; margin: 0.35em 0; }
.bracket p { display: flex; justify-content: space-between; gap: 1em; margin: 0;
  padding: 0.15em 0.5em; min-height: 1.75em; }
.bracket p + p { border-top: 1px solid var(--line); }
.told { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%);
  white-space: nowrap; }
nav a { display: inline-block; padding: 0.3em 0; margin-right: 1.2em; }
.teams { list-style: none; margin: 0; padding: 0; columns: 18em; }
.teams li { break-inside: avoid; padding: 0.2em 0; }
.third { margin-top: 1em; }
.who { display: none; }
@media (max-width: 40rem) {
  .results thead, .standings thead, .hands thead tr:first-child, .hands thead th:nth-child(n+6) {
    position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  table, tbody, thead { display: block; }
  caption { display: block; }
  th, td { padding: 0.1em 0; }
  tbody th:not(.brief) { min-width: 0; }
  tr { padding: 0.35em 0.3em; }
  [data-label] { white-space: nowrap; }
  [data-label]::before { content: attr(data-label) ": "; color: var(--quiet); font-weight: 400; }
  .results tr { display: flex; flex-wrap: wrap; column-gap: 0.6em; position: relative;
    padding-left: 2.7em; }
  .results th { position: absolute; left: 0.3em; width: 2.2em; }
  .results td:nth-of-type(1), .results td:nth-of-type(3) { flex: 0 0 100%; padding-right: 5.2em; }
  .results td.n { position: absolute; right: 0.3em; top: 1em; }
  .results td:nth-of-type(n+4) { font-size: 0.85em; }
  .standings tr { display: flex; flex-wrap: wrap; column-gap: 0.9em; }
  .standings td.n:first-child { width: 1.6em; }
  .standings th { flex: 1 0 80%; }
  .standings td[data-label] { font-size: 0.85em; }
  .hands tr { display: grid; grid-template-columns: 1.6em minmax(0, 1fr) 2.6em 3em 3.2em 2.8em;
    column-gap: 0.3em; font-size: 0.85em; }
  .hands thead th { font-size: 0.8em; text-align: right; }
  .hands thead th:first-child { grid-column: 2; }
  .hands tbody th { display: contents; }
  .hands .number { grid-row: 1 / 3; font-weight: 600; }
  .hands .state { grid-row: 3; grid-column: 2 / -1; }
  .hands td:nth-of-type(-n+5) { grid-row: 1; }
  .hands td:nth-of-type(n+6) { grid-row: 2; }
  .hands .bid, .n + .bid { grid-column: 2; display: flex; justify-content: space-between;
    gap: 0.6em; padding: 0.1em 0; }
  .who { display: block; flex: 1; white-space: normal; overflow-wrap: anywhere; text-align: left;
    color: var(--quiet); }
  .bracket { flex-direction: column; }
  .bracket section { flex: none; }
}
@media print {
  body { font-size: 10pt; max-width: none; padding: 0; }
  a { color: inherit; text-decoration: none; }
  nav { display: none; }
  .wide { overflow: visible; }
  table { font-size: 8pt; } th, td { padding: 0.2em 0.3em; }
  tbody th:not(.brief) { min-width: 0; }
  h2, h3 { break-after: avoid; }
  tr, .bracket, .bracket li { break-inside: avoid; }
  .bracket { flex-wrap: wrap; }
}
"""

BASE: Final = """<!DOCTYPE html>
<html lang="{{ lang }}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="Scorepad">
<title>{{ title }}</title>
<style>{{ style }}</style>
</head>
<body>
<header>
{% if house or logo %}<p class="house">
{% if logo %}<img src="{{ logo }}" alt="{{ logo_said }}">{% endif %}
<bdi>{{ house }}</bdi></p>{% endif %}
{% block above %}{% endblock %}
<h1>{% block heading %}<bdi>{{ title }}</bdi>{% endblock %}</h1>
<p class="quiet">{{ about | sentence }}</p>
</header>
<main>
{% block main %}{% endblock %}
</main>
{% if code %}<footer><p class="quiet">{{ code }}</p></footer>{% endif %}
</body>
</html>
"""

INDEX: Final = """{% extends "base" %}
{% block main %}
{% macro results_of(round) %}
<h2 id="{{ round.key }}">{{ round.title }}</h2>
<div class="wide" role="region" aria-label="{{ round.title }}" tabindex="0">
<table class="results">
<caption{% if not round.days %} class="told"{% endif %}>{{ round.days or results }}</caption>
<thead><tr>
<th scope="col">{{ T("table") }}</th>
<th scope="col">{{ T("team") }}</th>
<th scope="col" class="n">{{ T("score") }}</th>
<th scope="col">{{ T("team") }}</th>
<th scope="col">{{ T("decided by") }}</th>
<th scope="col">{{ T("official") }}</th>
<th scope="col">{{ played_hands }}</th>
</tr></thead>
<tbody>
{% for each in round.matches %}
<tr id="{{ each.key }}">
<th scope="row" class="brief"><bdi>{{ each.row.table or "\u2013" }}</bdi></th>
<td{% if each.row.winner == 0 %} class="won"{% endif %}><bdi>{{ each.row.teams[0] }}</bdi></td>
<td class="n">{{ each.score }}</td>
<td{% if each.row.winner == 1 %} class="won"{% endif %}><bdi>{{ each.row.teams[1] }}</bdi></td>
<td>{{ each.how }}</td>
<td data-label="{{ T("official") }}">
{% if each.has_begun %}{{ T("yes") if each.row.is_official else T("UNOFFICIAL") }}
{% else %}\u2013{% endif %}</td>
<td data-label="{{ played_hands }}">{% if each.page %}
<a href="{{ each.page }}" aria-label="{{ each.label }}">{{ each.row.scored_hands }}</a>
{% else %}\u2013{% endif %}</td>
</tr>
{% endfor %}
</tbody>
</table>
</div>
{% if round.byes %}<p>{{ round.byes | sentence }}</p>{% endif %}
{% endmacro %}
{% if champion %}
<p class="champion">{{ champion | sentence }}</p>
{% endif %}
{% if sections %}
<nav aria-label="{{ contents }}">
{% for section in sections %}<a href="#{{ section.key }}">{{ section.title }}</a>
{% endfor %}
</nav>
{% endif %}
{% if current %}{{ results_of(current) }}{% endif %}
{% if teams %}
<h2 id="teams">{{ find_team }}</h2>
<ul class="teams">
{% for team in teams %}
<li>{% if team.page %}<a href="{{ team.page }}"><bdi>{{ team.name }}</bdi></a>
{%- else %}<bdi>{{ team.name }}</bdi>{% endif %}:
<a href="#{{ team.key }}"><bdi>{{ team.where }}</bdi></a></li>
{% endfor %}
</ul>
{% endif %}
{% if players %}
<h2 id="players">{{ find_player }}</h2>
<ul class="teams">
{% for player in players %}
<li><bdi>{{ player.name }}</bdi>:
<a href="#{{ player.key }}"><bdi>{{ player.where }}</bdi></a></li>
{% endfor %}
</ul>
{% endif %}
{% for table in standings %}
<h2{% if loop.first %} id="standings"{% endif %}>{{ table.title }}</h2>
<p class="quiet">{{ table.order }}</p>
{% set ties = table.rows | selectattr("tied") | list %}
{% set byes = table.rows | selectattr("byes") | list %}
<div class="wide" role="region" aria-label="{{ table.title }}" tabindex="0">
<table class="standings">
<thead><tr>
<th scope="col" class="n">{{ place }}</th>
<th scope="col">{{ T("team") }}</th>
{% if table.kept %}<th scope="col" class="n">{{ T("score") }}</th>{% endif %}
<th scope="col" class="n">{{ T("matches") }}</th>
<th scope="col" class="n">{{ T("wins") }}</th>
<th scope="col" class="n">{{ T("losses") }}</th>
{% if ties %}<th scope="col" class="n">{{ T("ties") }}</th>{% endif %}
<th scope="col" class="n">{{ T("points") }}</th>
<th scope="col" class="n">{{ T("against") }}</th>
<th scope="col" class="n">{{ T("difference") }}</th>
{% if byes %}<th scope="col" class="n">{{ byes_title }}</th>{% endif %}
</tr></thead>
<tbody>
{% for row in table.rows %}
<tr{% if row.place == 1 %} class="first"{% endif %}>
<td class="n">{{ row.place or "\u2013" }}</td>
<th scope="row">
{%- if pages_of_teams.get(row.team_id) -%}
<a href="{{ pages_of_teams[row.team_id] }}"><bdi>{{ row.team }}</bdi></a>
{%- else %}<bdi>{{ row.team }}</bdi>{% endif %}
{%- if table.kept and row.decision %}<small>{{ row.decision }}</small>{% endif %}</th>
{% if table.kept %}
<td class="n won" data-label="{{ T("score") }}">{{ score_text(row.score) }}</td>
{% endif %}
{% set tied = [(T("ties"), row.tied)] if ties else [] %}
{% for label, value in [(T("matches"), row.played), (T("wins"), row.won),
(T("losses"), row.lost)] + tied + [(T("points"), row.points),
(T("against"), row.against)] %}
<td class="n" data-label="{{ label }}">{{ number(value) }}</td>
{% endfor %}
<td class="n" data-label="{{ T("difference") }}">{{ signed(row.difference) }}</td>
{% if byes %}<td class="n" data-label="{{ byes_title }}">{{ row.byes }}</td>{% endif %}
</tr>
{% endfor %}
</tbody>
</table>
</div>
{% endfor %}
{% for part in brackets %}
<h2{% if loop.first %} id="brackets"{% endif %}>{{ part.title }}</h2>
<div class="wide" role="region" aria-label="{{ part.title }}" tabindex="0">
<div class="bracket">
{% for round in part.rounds %}
<section>
<h3>{{ round.title }}</h3>
<ol>
{% for game in round.games %}
<li{% if game.title %} class="third"{% endif %}>
{% if game.title %}<h4>{{ game.title }}</h4>{% endif %}
{% for line in game.lines %}
<p{% if line.won %} class="won"{% endif %}><bdi>{{ line.team }}</bdi>
{% if line.won %}<span class="told">{{ T("winner") }}</span>{% endif %}
<span class="n">{{ line.score }}</span></p>
{% endfor %}
{% if game.note %}<p class="quiet">{{ game.note }}</p>{% endif %}</li>
{% endfor %}
</ol>
</section>
{% endfor %}
</div>
</div>
{% endfor %}
{% for round in rounds %}{{ results_of(round) }}{% endfor %}
{% endblock %}
"""

MATCH: Final = """{% extends "base" %}
{% block heading %}{{ title | sentence }}{% endblock %}
{% block above %}<p><a href="index.html">{{ all_results }}</a></p>{% endblock %}
{% block main %}
<p class="won">{{ result | sentence }}</p>
{% if not row.is_official %}
<p>{{ T("UNOFFICIAL") }}</p>
{% endif %}
<h2>{{ players_title }}</h2>
<ul>
{% for player in players %}
<li><bdi>{{ player.player }}</bdi> (<bdi>{{ player.team }}</bdi>)</li>
{% endfor %}
</ul>
<h2>{{ hands_title }}</h2>
<div class="wide" role="region" aria-label="{{ hands_title }}" tabindex="0">
<table class="hands">
<thead>
<tr><th scope="col" rowspan="2">{{ T("hand") }}</th>
<th scope="colgroup" colspan="5"><bdi>{{ row.teams[0] }}</bdi></th>
<th scope="colgroup" colspan="5"><bdi>{{ row.teams[1] }}</bdi></th></tr>
<tr>{% for side in (0, 1) %}
<th scope="col" class="bid">{{ T("bid") }}</th>
<th scope="col" class="n">{{ T("took") }}</th>
<th scope="col" class="n">{{ T("points") }}</th>
<th scope="col" class="n">{{ T("total") }}</th>
<th scope="col" class="n">{{ T("bags") }}</th>
{% endfor %}</tr>
</thead>
<tbody>
{% for hand in hands %}
<tr>
<th scope="row" class="brief"><span class="number">{{ hand.number }}</span>
{% if hand.state %}<span class="state">({{ hand.state }})</span>{% endif %}</th>
{% for side in hand.sides %}
<td class="bid"><span class="who" dir="auto"><bdi>{{ side.team }}</bdi></span> {{ bids(side) }}</td>
<td class="n">{{ "\u2013" if side.tricks is none else side.tricks }}</td>
<td class="n">{{ signed(side.change) if hand.counts else "\u2013" }}</td>
<td class="n won">{{ number(side.score) if hand.counts else "\u2013" }}</td>
<td class="n">{{ number(side.bags) if hand.counts else "\u2013" }}</td>
{% endfor %}
</tr>
{% endfor %}
</tbody>
</table>
</div>
{% if remarks %}
<h2>{{ T("Corrections, rulings and remarks") }}</h2>
<ul>
{% for each, effects in remarks %}
<li><strong>{{ each.title }}</strong>
{{ each.was | sentence }}{{ " \u2192 " if each.was and each.now }}
{{- ([each.now] + effects) | select | join("; ") | sentence }}
{% if each.why %}\u00b7 {{ T("reason: {why}", why=each.why) | string | sentence }}{% endif %}</li>
{% endfor %}
</ul>
{% endif %}
{% endblock %}
"""

TEAM: Final = """{% extends "base" %}
{% block above %}<p><a href="index.html">{{ all_results }}</a></p>{% endblock %}
{% block main %}
<p><bdi>{{ event }}</bdi>{% if withdrawn %} \u00b7 {{ withdrawn }}{% endif %}</p>
<h2>{{ players_title }}</h2>
<ul>
{% for player in players %}
<li><bdi>{{ player }}</bdi></li>
{% endfor %}
</ul>
{% if roads %}<h2>{{ road_title }}</h2>{% endif %}
{% for road in roads %}
{% if road.title %}<h3>{{ road.title }}</h3>{% endif %}
{% if road.place %}<p class="won">{{ road.place }}</p>{% endif %}
<ol>
{% for step in road.steps %}
<li>{{ step | sentence }}</li>
{% endfor %}
</ol>
{% endfor %}
{% endblock %}
"""

TEMPLATES: Final = {
    "base": BASE.replace("{{ style }}", STYLE),
    "index": INDEX,
    "match": MATCH,
    "team": TEAM,
}
