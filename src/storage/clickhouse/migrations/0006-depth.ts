import { cohorts } from '../../../facts/cohorts.ts'
import { details } from '../../../facts/details.ts'
import { spend } from '../../../facts/spend.ts'
import { factMigration } from './fact-migration.ts'

/** The tables of details, spend and cohorts. */
export const depth = factMigration('0006-depth', '0.2', [details, spend, cohorts])
