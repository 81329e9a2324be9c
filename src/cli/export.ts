import { resolve } from 'node:path'
import { takes } from './command-fields.ts'
import { grouped, print, printTable } from './print.ts'
import { useCaseCommand } from './run-command.ts'

/** `adtally export`: figures as Parquet files. */
export const exportCommand = useCaseCommand({
  name: 'export',
  summary: 'Write figures as Parquet files, by account and month.',
  details:
    'Writes <dir>/<account>/<month>.parquet, apps.parquet beside them, and manifest.json. Run it again to bring the folder up to date: only months that changed are written. A running server writes the files itself.',
  examples: [
    'export /srv/adtally-export',
    'export exported --account studio --start-date 2026-01 --end-date 2026-03',
  ],
  arguments: { directory: takes('<dir>', 'the folder') },
  options: {
    account: takes('<username>', 'only this account'),
    startDate: takes('<month>', 'only months from this one on, as YYYY-MM'),
    endDate: takes('<month>', 'only months up to this one'),
    force: 'write all files again, even over the export of another installation',
  },
  complete: ({ cwd }, { directory = '' }) => ({ directory: resolve(cwd, directory) }),
  showsProgress: true,
  useCase: async () => (await import('../use-cases/export/export-figures.ts')).exportFigures,
  show: (shell, { accounts, as_of: asOf, directory }) => {
    if (accounts.length > 0) {
      printTable(
        shell,
        ['account', 'months written', 'kept', 'removed', 'rows written'],
        accounts.map((one) => [
          one.account,
          ...[one.written, one.kept, one.removed, one.rows].map(grouped),
        ]),
      )
    }
    const state = asOf === null ? 'no figures' : `the figures of ${asOf}`
    print(shell, `${directory} has ${state}.`)
  },
})
