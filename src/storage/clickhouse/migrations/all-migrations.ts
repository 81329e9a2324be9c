import type { StoreMigration } from '../../upgrades/migration.ts'
import type { ClickhouseConnection } from '../connection.ts'
import { journalTables } from './0001-journal.ts'
import { secondEdition } from './0004-second-edition.ts'
import { thirdEdition } from './0005-third-edition.ts'
import { depth } from './0006-depth.ts'
import { factOriginals } from './0007-fact-originals.ts'
import { shares } from './0008-shares.ts'

/**
 * Oldest first. Add new ones at the end, and never change one that was released. ClickHouse has no
 * transactions: an interrupted migration runs again from its beginning, so each of its statements must
 * be repeatable, such as `ADD COLUMN IF NOT EXISTS`.
 */
export const clickhouseMigrations: readonly StoreMigration<ClickhouseConnection>[] = [
  journalTables,
  secondEdition,
  thirdEdition,
  depth,
  factOriginals,
  shares,
]
