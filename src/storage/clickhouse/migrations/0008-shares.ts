import { shares as kind } from '../../../facts/shares.ts'
import { factMigration } from './fact-migration.ts'

/** The tables of shares of partners. */
export const shares = factMigration('0008-shares', '0.2', [kind])
