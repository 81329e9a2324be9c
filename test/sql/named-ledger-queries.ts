import type { ChangePosition } from '../../src/ledger/figure-ledger.ts'
import * as queries from '../../src/storage/sql/ledger-queries.ts'
import type { CompiledQuery } from '../../src/storage/sql/parameter-list.ts'
import type { SqlDialect } from '../../src/storage/sql/sql-dialect.ts'
import { parseDay } from '../../src/values/day.ts'

const week = { firstDay: parseDay('2026-03-01')!, lastDay: parseDay('2026-03-07')! }
const position: ChangePosition = { entry: 4, day: week.firstDay, app: 11, networkCode: 2 }

/** The ledger's queries, for account 1. */
export const namedLedgerQueries: Readonly<Record<string, (dialect: SqlDialect) => CompiledQuery>> =
  {
    'newest-entries': (dialect) => queries.newestEntries(dialect, 1, null, 51),
    'newest-entries-before': (dialect) => queries.newestEntries(dialect, 1, 6, 51),
    'changes-by-entry': (dialect) => queries.changesByEntry(dialect, 1, 2, 7),
    'entries-of-others': (dialect) => queries.entriesOfOthers(dialect, 1, [7, 4, 2]),
    'touched-apps': (dialect) => queries.touchedApps(dialect, 7),
    'changes-by-account': (dialect) => queries.changesByAccount(dialect, 2, 7),
    'slice-changes': (dialect) => queries.sliceChanges(dialect, 1, null, 201),
    'slice-changes-after': (dialect) => queries.sliceChanges(dialect, 1, position, 201),
    'reported-days': (dialect) => queries.reportedDays(dialect, 1, week),
    'day-span': (dialect) => queries.daySpan(dialect, 1),
    'network-codes': (dialect) => queries.networkCodes(dialect, 1),
  }
