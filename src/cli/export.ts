import { resolve } from 'node:path'
import type { Command } from 'commander'
import { callUseCase } from './connect.ts'
import { dataCommand, type JsonOptions, jsonOption } from './data-command.ts'
import { grouped, print, printJson, printTable } from './print.ts'
import type { Shell } from './shell.ts'
import { showProgress } from './show-progress.ts'

interface ExportOptions extends JsonOptions {
  readonly account?: string
  readonly startDate?: string
  readonly endDate?: string
  readonly force?: boolean
}

/** `adtally export`: figures as Parquet files. */
export function exportCommand(shell: Shell): Command {
  return dataCommand({
    name: 'export',
    summary: 'Write figures as Parquet files, by account and month.',
    details:
      'Writes <dir>/<account>/<month>.parquet, apps.parquet beside them, and manifest.json. Run it again to bring the folder up to date: only months that changed are written. A running server writes the files itself.',
    examples: [
      'export /srv/adtally-export',
      'export exported --account studio --start-date 2026-01 --end-date 2026-03',
    ],
  })
    .argument('<dir>', 'the folder')
    .option('--account <username>', 'only this account')
    .option('--start-date <month>', 'only months from this one on, as YYYY-MM')
    .option('--end-date <month>', 'only months up to this one')
    .option('--force', 'write all files again, even over the export of another installation')
    .addOption(jsonOption())
    .action(async (folder: string, options: ExportOptions) => {
      const { account, startDate, endDate, force, json } = options
      const { exportFigures } = await import('../use-cases/export/export-figures.ts')
      const progress = showProgress(shell)
      const request = {
        directory: resolve(shell.cwd, folder),
        ...(account !== undefined && { account }),
        ...(startDate !== undefined && { startDate }),
        ...(endDate !== undefined && { endDate }),
        ...(force && { force }),
      }
      const exported = await callUseCase(shell, options, exportFigures, request, {
        onProgress: progress.update,
      }).finally(progress.stop)
      if (json) return printJson(shell, exported)
      if (exported.accounts.length > 0) {
        printTable(
          shell,
          ['account', 'months written', 'kept', 'removed', 'rows written'],
          exported.accounts.map((one) => [
            one.account,
            ...[one.written, one.kept, one.removed, one.rows].map(grouped),
          ]),
        )
      }
      const state = exported.as_of === null ? 'no figures' : `the figures of ${exported.as_of}`
      print(shell, `${exported.directory} has ${state}.`)
    })
}
