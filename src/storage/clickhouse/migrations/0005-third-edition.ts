import { audience } from '../../../facts/audience.ts'
import { factMigration } from './fact-migration.ts'

/** The tables of how many people used an app. */
export const thirdEdition = factMigration('0005-third-edition', '0.2', [audience])
