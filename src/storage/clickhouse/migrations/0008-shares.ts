import { shares } from '../../../facts/shares.ts'
import { factMigration } from './fact-migration.ts'

/** The tables of partners' shares. */
export const sharesOfPartners = factMigration('0008-shares', '0.2', [shares])
