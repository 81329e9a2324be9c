import type { Command } from 'commander'
import { readHistoryDays } from '../config/serve.ts'
import { readWholeNumber } from '../config/settings.ts'
import type { CompactHistoryRequest } from '../use-cases/compact-history.ts'
import { megabytes } from '../values/megabytes.ts'
import { counted } from '../wording/phrases.ts'
import { dryRunOption } from './confirm.ts'
import { callUseCase } from './connect.ts'
import { dataCommand, type JsonOptions, jsonOption } from './data-command.ts'
import { grouped, print, printJson } from './print.ts'
import type { Shell } from './shell.ts'
import { showProgress } from './show-progress.ts'

interface CompactOptions extends JsonOptions {
  readonly before?: string
  readonly keep?: string
  readonly dryRun?: boolean
}

/** `adtally compact`: drops old history. */
export function compactCommand(shell: Shell): Command {
  return dataCommand({
    name: 'compact',
    summary: 'Drop superseded figures that are older than a day, to free disk space.',
    details:
      'Current figures, and figures as of any later time, stay the same. Figures as of an earlier time are refused from then on, and earlier imports cannot be undone. This cannot be undone either; try --dry-run first. Without --before and --keep, ADTALLY_HISTORY_DAYS sets how many days are kept.',
    examples: ['compact --keep 400 --dry-run', 'compact --before 2026-01-01'],
  })
    .option('--before <day>', 'keep the history from the beginning of this day (UTC) on')
    .option('--keep <days>', 'keep this many days of history, 0 to 36600')
    .addOption(dryRunOption())
    .addOption(jsonOption())
    .action(async (options: CompactOptions) => {
      const { dryRun, json } = options
      const { compactHistory } = await import('../use-cases/compact-history.ts')
      const progress = showProgress(shell)
      const request = { ...wantedDays(shell, options), ...(dryRun && { dryRun }) }
      const found = await callUseCase(shell, options, compactHistory, request, {
        onProgress: progress.update,
      }).finally(progress.stop)
      if (json) return printJson(shell, found)
      if (found.history_since === null) {
        return print(shell, 'Nothing was imported before then, so there is nothing to drop.')
      }
      const versions = `Superseded versions of slices (day, app, network): ${grouped(found.slices)}, with ${counted(found.rows, 'row')}.`
      if (dryRun) {
        print(shell, versions)
        return print(
          shell,
          `Nothing was dropped. History would begin at ${found.history_since}; figures as of earlier times would be refused.`,
        )
      }
      print(
        shell,
        `Dropped. ${versions} Space freed in the store: ${megabytes(found.freed_bytes ?? 0)}.`,
      )
      print(shell, `History begins at ${found.history_since}.`)
    })
}

/** The request that the options state, or else the setting. */
function wantedDays({ env }: Shell, { before, keep }: CompactOptions): CompactHistoryRequest {
  const days = keep === undefined ? null : readWholeNumber('--keep', keep, 0, 36_600)
  const byDefault = before === undefined && days === null ? readHistoryDays(env) : null
  const keepDays = days ?? byDefault
  return {
    ...(before !== undefined && { before }),
    ...(keepDays !== null && { keep: keepDays }),
  }
}
