import { cohorts } from '../../../facts/cohorts.ts'
import { details } from '../../../facts/details.ts'
import { spend } from '../../../facts/spend.ts'
import { factMigration } from './fact-migration.ts'

/** The tables of what details, spend and cohorts were reported as in other currencies; the others are there already. */
export const factOriginals = factMigration('0007-fact-originals', '0.2', [details, spend, cohorts])
