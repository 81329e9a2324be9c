import { allFiguresOf, type ChangePosition } from '../../src/ledger/figure-ledger.ts'
import * as queries from '../../src/storage/sql/ledger-queries.ts'
import type { CompiledQuery } from '../../src/storage/sql/parameter-list.ts'
import type { SqlDialect } from '../../src/storage/sql/sql-dialect.ts'
import { parseDay } from '../../src/values/day.ts'

const week = { firstDay: parseDay('2026-03-01')!, lastDay: parseDay('2026-03-07')! }
const position: ChangePosition = { entry: 4, day: week.firstDay, app: 11, networkCode: 2 }

const all = allFiguresOf(1)
const ofTwoApps = { account: 1, apps: [3, 8] }

/** The ledger's queries, for account 1. */
export const namedLedgerQueries: Readonly<Record<string, (dialect: SqlDialect) => CompiledQuery>> =
  {
    'newest-entries': (dialect) => queries.newestEntries(dialect, all, null, 51),
    'newest-entries-before': (dialect) => queries.newestEntries(dialect, all, 6, 51),
    'newest-entries-of-two-apps': (dialect) => queries.newestEntries(dialect, ofTwoApps, 6, 51),
    'networks-by-entry': (dialect) => queries.networksByEntry(dialect, all, 2, 7),
    'changes-by-entry': (dialect) => queries.changesByEntry(dialect, all, 2, 7),
    'entries-of-others': (dialect) => queries.entriesOfOthers(dialect, all, [7, 4, 2]),
    'entries-of-other-apps': (dialect) => queries.entriesOfOthers(dialect, ofTwoApps, [7, 4]),
    'touched-apps': (dialect) => queries.touchedApps(dialect, 7),
    'changes-by-account': (dialect) => queries.changesByAccount(dialect, 2, 7),
    'slice-changes': (dialect) => queries.sliceChanges(dialect, all, null, 201),
    'slice-changes-after': (dialect) => queries.sliceChanges(dialect, all, position, 201),
    'last-changes': (dialect) =>
      queries.lastChanges(dialect, all, { after: null, entry: 7, onlyExisting: true }, 201),
    'last-changes-after': (dialect) =>
      queries.lastChanges(dialect, all, { after: position, entry: 6, onlyExisting: false }, 201),
    'last-changes-of-two-apps': (dialect) =>
      queries.lastChanges(dialect, ofTwoApps, { after: null, entry: 7, onlyExisting: true }, 201),
    'last-changes-by-day': (dialect) => queries.lastChangesByDay(dialect, all, 7),
    'newest-days': (dialect) => queries.newestDays(dialect, week),
    'reported-days': (dialect) => queries.reportedDays(dialect, all, week),
    'reported-days-of-two-apps': (dialect) => queries.reportedDays(dialect, ofTwoApps, week),
    'day-span': (dialect) => queries.daySpan(dialect, all),
    'network-codes': (dialect) => queries.networkCodes(dialect, all),
    'formats-and-countries': (dialect) => queries.formatsAndCountries(dialect, all),
    'ad-tags-of-two-apps': (dialect) => queries.adTagCodes(dialect, ofTwoApps, 1_001),
  }
