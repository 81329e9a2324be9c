import type { DuckDBConnection } from '@duckdb/node-api'
import type { StoreMigration } from '../../upgrades/migration.ts'
import { figuresAndLedger } from './0003-figures-and-ledger.ts'
import { fingerprintVersion } from './0004-fingerprint-version.ts'
import { pairing } from './0005-pairing.ts'
import { accountLabels } from './0006-account-labels.ts'
import { importRequests } from './0007-import-requests.ts'
import { entrySubjects } from './0008-entry-subjects.ts'
import { requests } from './0009-requests.ts'
import { audienceTables } from './0010-audience.ts'

/** Oldest first. Add new ones at the end, and never change one that was released. */
export const duckdbMigrations: readonly StoreMigration<DuckDBConnection>[] = [
  figuresAndLedger,
  fingerprintVersion,
  pairing,
  accountLabels,
  importRequests,
  entrySubjects,
  requests,
  audienceTables,
]
