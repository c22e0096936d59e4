"""`scorepad event show --json` prints the event as this JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from scorepad.events.combined import CombinedTable
from scorepad.events.entries import Pairing, StageEntry
from scorepad.events.overview import Overview, RoundStatus
from scorepad.events.ranking import rank_all_teams
from scorepad.events.register import PlannedRound
from scorepad.events.standings import StageRow


def event_as_data(overview: Overview, combined: Sequence[CombinedTable] = ()) -> dict[str, Any]:
    """Return the whole event as plain data, with its tables over several events."""
    register = overview.register
    return {
        "id": overview.event_id,
        "name": register.head.name,
        "champion": overview.champion,
        "teams": [
            {
                "team": entrant.team,
                "name": entrant.name,
                "players": [
                    {"name": name, "here": here, "id_shown": shown_id}
                    for name, here, shown_id in zip(
                        entrant.players, entrant.here, entrant.id_shown, strict=True
                    )
                ],
                "state": overview.participation_status(entrant.team),
                **_filled(
                    organization=entrant.organization,
                    table=entrant.table,
                    unavailable=list(entrant.unavailable),
                ),
            }
            for entrant in register.teams.values()
        ],
        "stages": [
            {
                **_fields(stage, "stage", "format"),
                "status": overview.stage_status(stage.stage),
                **_filled(advancing=_advancing(overview, stage)),
            }
            for stage in register.stages.values()
        ]
        + [
            {
                **_fields(each, "stage", "format", "per"),
                "events": list(each.events),
            }
            for each in register.combined.values()
        ],
        "rounds": [_round(overview, planned) for _, planned in sorted(register.rounds.items())],
        "standings": [
            _row(stage, row) for stage in register.stages for row in overview.stage_rows(stage)
        ],
        **_filled(
            dates=msgspec.to_builtins(register.head.dates or ()),
            rating=msgspec.to_builtins(register.head.rating or None),
            **_fields(register.head, "agreed", "roster_freeze", "max_forfeits", "people"),
            protests=[
                {"pairing": pairing, "team": team, "value": mark.value}
                for (pairing, team), mark in register.protests.items()
            ],
            combined=[_combined(each) for each in combined],
            ranking=[msgspec.to_builtins(each) for each in rank_all_teams(overview)],
        ),
    }


def _combined(table: CombinedTable) -> dict[str, Any]:
    return {
        "stage": table.stage,
        "per": table.per,
        "rows": [
            {
                "place": row.place,
                "name": row.name,
                **_filled(team=row.team),
                "score": row.score,
                "events": dict(zip(table.events, row.scores, strict=True)),
            }
            for row in table.rows
        ],
        "notes": [each.english for each in table.notes],
    }


def _filled(**fields: Any) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if value}


def _advancing(overview: Overview, stage: StageEntry) -> dict[str, Any]:
    if stage.advance is None:
        return {}
    found = overview.advancement_into(stage, as_of_now=True)
    why = {team: reason.english for team, reason in found.reasons.items()}
    return {"teams": list(found.seeds), "why": why}


def _round(overview: Overview, planned: PlannedRound) -> dict[str, Any]:
    status = overview.round_status(planned)
    return {
        **_fields(planned.entry, "round", "stage"),
        "status": status,
        "byes": list(planned.byes),
        "pairings": [_pairing(overview, each, status) for each in planned.pairings],
        **_filled(
            date=planned.entry.date,
            start=msgspec.to_builtins(planned.entry.start),
            absent=list(planned.entry.absent),
        ),
    }


def _pairing(overview: Overview, pairing: Pairing, status: RoundStatus) -> dict[str, Any]:
    outcome = overview.outcome(pairing)
    out = status != "draft"
    return {
        "pairing": pairing.pairing,
        "table": pairing.table,
        "teams": list(pairing.teams),
        "match": overview.match_id(pairing.pairing) if out else None,
        "status": outcome.progress if out else "waiting",
        **_fields(outcome, "how", "winner", "tied"),
        "score": None if outcome.final_score is None else list(outcome.final_score),
        "official": outcome.is_official,
    }


def _row(stage: str, row: StageRow) -> dict[str, Any]:
    return {
        "stage": stage,
        **_fields(row, "place", "team", "played", "wins", "ties", "losses", "byes", "forfeits"),
        "score": row.score,
        "for": row.points_for,
        "against": row.points_against,
        **_fields(row, "difference", "bags", "decided_by"),
        **_filled(defaults=row.defaults, absences=row.absences),
        **({} if row.rating is None else {"rating": float(row.rating)}),
    }


def _fields(value: object, *names: str) -> dict[str, Any]:
    return {name: getattr(value, name) for name in names}
