import type { FactKind } from '../../../facts/fact-kind.ts'
import type { StoreMigration } from '../../upgrades/migration.ts'
import type { ClickhouseConnection } from '../connection.ts'
import { journalStatements } from './0001-journal.ts'
import { settingStatements } from './0004-second-edition.ts'
import { factJournal } from './fact-journal.ts'

/** The migration that makes the tables of new kinds of fact. */
export const factMigration = (
  name: string,
  release: string,
  kinds: readonly FactKind[],
): StoreMigration<ClickhouseConnection> => ({
  name,
  release,
  up: async (connection) => {
    const { options } = connection
    for (const tables of kinds.map(factJournal)) {
      const statements = [
        ...journalStatements(tables, options),
        ...settingStatements(options, Object.keys(tables)),
      ]
      for (const statement of statements) await connection.commandEverywhere(statement)
    }
  },
})
