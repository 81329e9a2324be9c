import { details } from '../../src/facts/details.ts'
import { figures } from '../../src/facts/figures.ts'
import { allFiguresOf, type ChangePosition } from '../../src/ledger/figure-ledger.ts'
import * as changeQueries from '../../src/storage/sql/change-queries.ts'
import type { CompiledQuery } from '../../src/storage/sql/parameter-list.ts'
import * as sliceQueries from '../../src/storage/sql/slice-queries.ts'
import type { SqlDialect } from '../../src/storage/sql/sql-dialect.ts'
import { parseDay } from '../../src/values/day.ts'

const week = { firstDay: parseDay('2026-03-01')!, lastDay: parseDay('2026-03-07')! }
const position: ChangePosition = { entry: 4, day: week.firstDay, app: 11, networkCode: 2 }

const all = allFiguresOf(1)
const ofTwoApps = { account: 1, apps: [3, 8] }

/** The ledger's queries, for account 1. */
export const namedLedgerQueries: Readonly<Record<string, (dialect: SqlDialect) => CompiledQuery>> =
  {
    'newest-entries': (dialect) => changeQueries.newestEntries(dialect, all, null, 51),
    'newest-entries-before': (dialect) => changeQueries.newestEntries(dialect, all, 6, 51),
    'newest-entries-of-two-apps': (dialect) =>
      changeQueries.newestEntries(dialect, ofTwoApps, 6, 51),
    'networks-by-entry': (dialect) => changeQueries.networksByEntry(dialect, all, 2, 7),
    'changes-by-entry': (dialect) => changeQueries.changesByEntry(dialect, all, 2, 7),
    'entries-of-others': (dialect) =>
      changeQueries.entriesOfOthers(dialect, [1, 2_000_000_000], null, [7, 4, 2]),
    'entries-of-other-apps': (dialect) =>
      changeQueries.entriesOfOthers(dialect, [1], ofTwoApps.apps, [7, 4]),
    'touched-apps': (dialect) => changeQueries.touchedApps(dialect, 7),
    'changes-by-account': (dialect) => changeQueries.changesByAccount(dialect, 2, 7),
    'slice-changes': (dialect) => changeQueries.sliceChanges(dialect, all, null, 201),
    'slice-changes-after': (dialect) => changeQueries.sliceChanges(dialect, all, position, 201),
    'last-changes': (dialect) =>
      changeQueries.lastChanges(dialect, all, { after: null, entry: 7, onlyExisting: true }, 201),
    'last-changes-after': (dialect) =>
      changeQueries.lastChanges(
        dialect,
        all,
        { after: position, entry: 6, onlyExisting: false },
        201,
      ),
    'last-changes-of-two-apps': (dialect) =>
      changeQueries.lastChanges(
        dialect,
        ofTwoApps,
        { after: null, entry: 7, onlyExisting: true },
        201,
      ),
    'last-changes-of-a-week': (dialect) =>
      changeQueries.lastChanges(
        dialect,
        all,
        { after: null, entry: 7, days: week, onlyExisting: true },
        201,
      ),
    'last-changes-by-day': (dialect) =>
      changeQueries.lastChangesByDay(dialect, all, { kind: figures, since: 3, entry: 7 }),
    'newest-days': (dialect) => sliceQueries.newestDays(dialect, week),
    'reported-days': (dialect) => sliceQueries.reportedDaysQuery(dialect, all, week),
    'reported-days-of-two-apps': (dialect) =>
      sliceQueries.reportedDaysQuery(dialect, ofTwoApps, week),
    'day-span': (dialect) => sliceQueries.daySpan(dialect, all),
    'network-codes': (dialect) => sliceQueries.networkCodes(dialect, all),
    'format-codes': (dialect) => sliceQueries.labelCodes(dialect, all, figures, 'format', 1_001),
    'ad-tag-codes-of-two-apps': (dialect) =>
      sliceQueries.labelCodes(dialect, ofTwoApps, figures, 'ad_tag', 1_001),
    'rung-codes-of-two-apps': (dialect) =>
      sliceQueries.labelCodes(dialect, ofTwoApps, details, 'rung', 1_001),
  }
