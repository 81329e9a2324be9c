import type { StoreMigration } from '../../upgrades/migration.ts'
import type { ClickhouseConnection } from '../connection.ts'
import { journalTables } from './0001-journal.ts'
import { fingerprintVersion } from './0002-fingerprint-version.ts'
import { keepEmptyParts } from './0003-keep-empty-parts.ts'
import { requests } from './0004-requests.ts'
import { audienceTables } from './0005-audience.ts'

/**
 * Oldest first. Add new ones at the end, and never change one that was released. ClickHouse has no
 * transactions: an interrupted migration runs again from its beginning, so each of its statements must
 * be repeatable, such as `ADD COLUMN IF NOT EXISTS`.
 */
export const clickhouseMigrations: readonly StoreMigration<ClickhouseConnection>[] = [
  journalTables,
  fingerprintVersion,
  keepEmptyParts,
  requests,
  audienceTables,
]
