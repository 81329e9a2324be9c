import { audience } from '../../../facts/audience.ts'
import type { StoreMigration } from '../../upgrades/migration.ts'
import type { ClickhouseConnection } from '../connection.ts'
import { journalStatements } from './0001-journal.ts'
import { settingStatements } from './0004-second-edition.ts'
import { factJournal } from './fact-journal.ts'

/** The tables of how many people used an app. */
export const thirdEdition: StoreMigration<ClickhouseConnection> = {
  name: '0005-third-edition',
  release: '0.2',
  up: async (connection) => {
    const { options } = connection
    const tables = factJournal(audience)
    const statements = [
      ...journalStatements(tables, options),
      ...settingStatements(options, Object.keys(tables)),
    ]
    for (const statement of statements) await connection.commandEverywhere(statement)
  },
}
