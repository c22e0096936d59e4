"""The two tables, as sqlmodel's classes declare them, and the SQL that an administrator runs.

The program creates nothing there. By row level security a login can only add lines of its own
laptops; no published line can be changed or deleted.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    DateTime,
    ForeignKey,
    Text,
    text,
)
from sqlalchemy.dialects import postgresql
from sqlalchemy.orm import registry
from sqlalchemy.schema import CreateTable
from sqlalchemy.types import UserDefinedType
from sqlmodel import Field, SQLModel

from scorepad.spades.words import T

ROLE = "scorepad_laptop"
NO_RIGHTS = T(
    "the login doesn't have permission; ask an administrator to make it a member of {role}",
    role=ROLE,
)
CHANNEL = "scorepad"
"""The channel on which each publication is announced."""


class _Name(UserDefinedType[str]):
    """The type that PostgreSQL has for the names of logins."""

    cache_ok = True

    def get_col_spec(self, **_: Any) -> str:
        return "name"


class SharedRow(SQLModel, registry=registry()):
    """Both tables have rows of a class derived from this one."""


class SharedLaptop(SharedRow, table=True):
    """A laptop's description of itself (`store.lines.LaptopState`), and its login."""

    __tablename__ = "laptops"
    laptop: str = Field(sa_column=Column(Text, primary_key=True))
    login: str = Field(sa_column=Column(_Name, nullable=False, server_default=text("session_user")))
    name: str | None = Field(sa_column=Column(Text))
    seq: int | None = Field(sa_column=Column(BigInteger))
    heard: dict[str, Any] | None = Field(sa_column=Column(postgresql.JSONB))
    at: datetime | None = Field(sa_column=Column(DateTime(timezone=True)))


class PublishedLine(SharedRow, table=True):
    """A line of a feed.  `laptop` is the feed, for a second chain of lines under one laptop
    `store.intake.fork_id`."""

    __tablename__ = "published"
    laptop: str = Field(sa_column=Column(Text, ForeignKey("laptops.laptop"), primary_key=True))
    seq: int = Field(sa_column=Column(BigInteger, CheckConstraint("seq > 0"), primary_key=True))
    hash: str = Field(sa_column=Column(Text, nullable=False))
    line: str = Field(
        sa_column=Column(Text, CheckConstraint("length(line) < 200000"), nullable=False)
    )


_HEAD = f"""\
-- What Scorepad needs in a PostgreSQL database (13 or later; encoding UTF8).
-- An administrator runs it once, in a database of its own:
--
--   createdb --encoding=UTF8 --template=template0 scorepad
--   scorepad share schema | psql --single-transaction --set=ON_ERROR_STOP=1 scorepad
--
-- Each laptop gets a login of its own, as many as there are laptops:
--
--   create role front_desk login password '...' in role {ROLE};
--
-- A laptop that is lost:   alter role front_desk nologin;
"""

_RIGHTS = f"""\
-- Everybody reads; each login writes as its own laptops alone; nobody changes or deletes a line.
do $$ begin
    create role {ROLE} nologin;
exception when duplicate_object then null;  -- it is there for another database of this server
end $$;
revoke all on laptops, published from public;
grant select, insert on laptops, published to {ROLE};
grant update (name, seq, heard, at) on laptops to {ROLE};
alter table laptops enable row level security;
alter table published enable row level security;
create policy read_all on laptops for select to {ROLE} using (true);
create policy read_all on published for select to {ROLE} using (true);
create policy add_own on laptops for insert to {ROLE} with check (login = session_user);
create policy change_own on laptops for update to {ROLE}
    using (login = session_user) with check (login = session_user);
create policy add_own on published for insert to {ROLE} with check (exists (
    select from laptops where laptops.laptop = published.laptop and login = session_user));
"""  # noqa: S608  # the role is ours


def schema_sql() -> str:
    """Return the SQL that an administrator runs."""
    dialect = postgresql.dialect()  # type: ignore[no-untyped-call]
    tables = [
        str(CreateTable(each).compile(dialect=dialect)).strip()
        for each in SharedRow.metadata.sorted_tables
    ]
    statements = [each.replace("\t", "    ").replace(" \n", "\n") + ";" for each in tables]
    return "\n".join((_HEAD, *statements, "", _RIGHTS))
