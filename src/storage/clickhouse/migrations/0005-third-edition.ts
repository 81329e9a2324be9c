import type { StoreMigration } from '../../upgrades/migration.ts'
import type { ClickhouseConnection } from '../connection.ts'
import { type JournalTable, journalStatements } from './0001-journal.ts'
import { settingStatements } from './0004-second-edition.ts'

const sliceKey = 'day Date, account UInt32, app UInt32, source UInt16'

const packed = 'CODEC(T64, ZSTD(1))'
const deltas = `dau Int64 ${packed}, new_users Int64 ${packed}, sessions Int64 ${packed},
    new_users_known Int8, sessions_known Int8, sign Int8`

const tables: Readonly<Record<string, JournalTable>> = {
  audience: {
    columns: `${sliceKey}, country UInt16, ${deltas}, since UInt32`,
    order: 'account, app, day, source, country',
    rest: 'PARTITION BY toYYYYMM(day)',
  },
  audience_slices: {
    columns: `${sliceKey}, row_count Int64, ${deltas}, since UInt32, import_id UInt32,
    fingerprint UInt64, fingerprint_version UInt8, changed UInt32, restatements UInt32`,
    order: 'account, app, day, source',
    rest: 'PARTITION BY toYear(day)',
  },
  audience_changes: {
    columns: `entry UInt32, ${sliceKey}, old_dau Nullable(Int64), old_new_users Nullable(Int64),
    old_sessions Nullable(Int64), new_dau Nullable(Int64), new_new_users Nullable(Int64),
    new_sessions Nullable(Int64)`,
    index: 'INDEX by_entry entry TYPE minmax GRANULARITY 1',
    order: 'account, entry, day, app, source',
  },
}

/** The tables of how many people used an app, as the first ones: see `0001-journal`. */
export const thirdEdition: StoreMigration<ClickhouseConnection> = {
  name: '0005-third-edition',
  release: '0.2',
  up: async (connection) => {
    const { options } = connection
    const statements = [
      ...journalStatements(tables, options),
      ...settingStatements(options, Object.keys(tables)),
    ]
    for (const statement of statements) await connection.commandEverywhere(statement)
  },
}
