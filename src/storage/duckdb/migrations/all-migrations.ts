import type { DuckDBConnection } from '@duckdb/node-api'
import type { StoreMigration } from '../../upgrades/migration.ts'
import { figuresAndLedger } from './0003-figures-and-ledger.ts'
import { secondEdition } from './0009-second-edition.ts'
import { thirdEdition } from './0010-third-edition.ts'
import { depth } from './0011-depth.ts'
import { factOriginals } from './0012-fact-originals.ts'
import { shares } from './0013-shares.ts'

/** Oldest first. Add new ones at the end, and never change one that was released. */
export const duckdbMigrations: readonly StoreMigration<DuckDBConnection>[] = [
  figuresAndLedger,
  secondEdition,
  thirdEdition,
  depth,
  factOriginals,
  shares,
]
