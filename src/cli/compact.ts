import { readHistoryDays } from '../config/serve.ts'
import { readWholeNumber } from '../config/settings.ts'
import { megabytes } from '../values/megabytes.ts'
import { counted } from '../wording/phrases.ts'
import { takes } from './command-fields.ts'
import { dryRunText } from './confirm.ts'
import { grouped, print } from './print.ts'
import { useCaseCommand } from './run-command.ts'

/** `adtally compact`: drops old history. */
export const compactCommand = useCaseCommand({
  name: 'compact',
  summary: 'Drop superseded figures that are older than a day, to free disk space.',
  details:
    'Current figures, and figures as of any later time, stay the same. Figures as of an earlier time are refused from then on, and earlier imports cannot be undone. This cannot be undone either; try --dry-run first. Without --before and --keep, ADTALLY_HISTORY_DAYS sets how many days are kept.',
  examples: ['compact --keep 400 --dry-run', 'compact --before 2026-01-01'],
  options: {
    before: takes('<day>', 'keep the history from the beginning of this day (UTC) on'),
    keep: takes('<days>', 'keep this many days of history, 0 to 36600', {
      read: (text) => readWholeNumber('--keep', text, 0, 36_600),
    }),
    dryRun: dryRunText,
  },
  complete: ({ env }, { before, keep }) => {
    const byDefault = before === undefined && keep === undefined ? readHistoryDays(env) : null
    return byDefault === null ? {} : { keep: byDefault }
  },
  showsProgress: true,
  useCase: async () => (await import('../use-cases/compact-history.ts')).compactHistory,
  show: (shell, { history_since: since, slices, rows, freed_bytes: freed }, { dryRun }) => {
    if (since === null) {
      return print(shell, 'Nothing was imported before then, so there is nothing to drop.')
    }
    const versions = `Superseded versions of slices (day, app, network): ${grouped(slices)}, with ${counted(rows, 'row')}.`
    if (dryRun) {
      print(shell, versions)
      return print(
        shell,
        `Nothing was dropped. History would begin at ${since}; figures as of earlier times would be refused.`,
      )
    }
    print(shell, `Dropped. ${versions} Space freed in the store: ${megabytes(freed ?? 0)}.`)
    print(shell, `History begins at ${since}.`)
  },
})
