import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Command } from 'commander'
import { readSettleSeconds } from '../config/serve.ts'
import type { FiguresRequest } from '../use-cases/import-figures.ts'
import type { InboxReport } from '../use-cases/inbox/inbox.ts'
import { counted } from '../wording/phrases.ts'
import { addOptions, fieldsOf, takes } from './command-fields.ts'
import { callUseCase } from './connect.ts'
import { type DataOptions, dataCommand } from './data-command.ts'
import { print, printError } from './print.ts'
import { amounts, futureDay, writtenTo } from './print-summary.ts'
import { readRateFile } from './rate-file.ts'
import { CommandError } from './report-failure.ts'
import type { Shell } from './shell.ts'
import { sourceValue } from './source-value.ts'
import { wordForInbox } from './word-for-inbox.ts'

export const inboxIntervalMs = 2_000

/** How many looks in a row find a file unchanged that has settled. */
export const unchangedLooks = (settleSeconds: number): number =>
  Math.ceil((settleSeconds * 1_000) / inboxIntervalMs)

interface WatchOptions extends DataOptions {
  readonly rates?: string
  readonly settleSeconds?: string
  readonly once?: boolean
}

const ofImports = {
  source: sourceValue(),
  account: takes('<username>', 'import figures of this account only'),
  createApps: takes('<username>', 'the same, and create unknown apps in this account'),
  rates: takes('<file>', 'CSV of day,currency,rate; read again for each import'),
  skipBadRows: 'skip every day, app and network that has a bad row; import the others',
}

/** `adtally watch`: imports files that are dropped into a folder. */
export function watchCommand(shell: Shell): Command {
  const watch = dataCommand({
    name: 'watch',
    summary: 'Import every file that is dropped into a folder.',
    details:
      'Each file is then moved to done/ or failed/ in that folder, with a report next to it. Folders in it name the account, the source and settings, such as inbox/studio/inmobi/day=2026-03-01/app=hop-ios/report.csv; a file report.csv.import.json can do so too. A folder pages=NAME is one import of all its files. SIGTERM or Ctrl-C ends the command after the current import. With --once, the command fails if an import failed.',
    examples: ['watch ./inbox --create-apps studio', 'watch ./inbox --once'],
  }).argument('<dir>', 'the folder; it is created if it does not exist')
  return addOptions(watch, ofImports)
    .option(
      '--settle-seconds <seconds>',
      'import a file when it has not changed for this long (default: 6)',
    )
    .option('--once', 'import the existing files, then end')
    .action(async (folder: string, options: WatchOptions) => {
      const { rates, ...given } = options
      const fields = fieldsOf<FiguresRequest>(ofImports, given)
      const looks = unchangedLooks(readSettleSeconds(options.settleSeconds))
      const { importFigures } = await import('../use-cases/import-figures.ts')
      const { Inbox } = await import('../use-cases/inbox/inbox.ts')
      const { inboxRequest } = await import('../use-cases/inbox/settings.ts')
      const outcomes = new Map<string, InboxReport['outcome']>()
      const inbox = new Inbox(
        resolve(shell.cwd, folder),
        async (files, settings) => {
          const read = rates === undefined ? null : await readRateFile(shell, rates)
          const defaults = { ...fields, ...(read && { rates: read }) }
          const request = inboxRequest(defaults, settings)
          return callUseCase(shell, options, importFigures, request, { files })
        },
        {
          report: (report) => {
            if (options.once) outcomes.set(report.name, report.outcome)
            for (const line of reportLines(report)) print(shell, line)
          },
          word: wordForInbox,
          warn: (message) => printError(shell, `adtally: warning: ${message}`),
        },
        looks,
      )
      await inbox.open()
      const stop = shell.stopSignal()
      if (!options.once) {
        print(shell, `Watching ${folder}. Press Ctrl-C to stop.`)
        return inbox.watch(stop, inboxIntervalMs)
      }
      await inbox.look(stop)
      for (let look = 0; look < looks && !stop.aborted; look++) {
        await delay(inboxIntervalMs, undefined, { signal: stop }).catch(() => undefined)
        await inbox.look(stop)
      }
      if (outcomes.size === 0)
        print(shell, `Nothing was imported from ${resolve(shell.cwd, folder)}.`)
      refuseFailures(folder, [...outcomes.values()])
    })
}

/** @throws CommandError when files were not imported */
function refuseFailures(folder: string, outcomes: readonly InboxReport['outcome'][]): void {
  const of = (outcome: string) => outcomes.filter((one) => one === outcome).length
  const [failed, waiting] = [of('failed'), of('waiting')]
  const faults = [
    failed > 0 && `${counted(failed, 'import')} failed; see ${join(folder, 'failed')}`,
    waiting > 0 && `the stores are unavailable, and files stay in ${folder}`,
  ].filter((fault) => fault !== false)
  if (faults.length > 0) throw new CommandError(faults.join('; '), [])
}

/** The lines that are printed about an import from a folder. */
export function reportLines(report: InboxReport): readonly [string, ...string[]] {
  if (report.outcome !== 'imported') {
    const { outcome, name, message } = report
    return [`${outcome.padEnd(9)} ${name}: ${message.split('\n')[0]}`]
  }
  const line = `imported  ${report.name}: ${report.source_title}, ${report.first_day} to ${report.last_day}, ${counted(report.rows, 'row')}, ${amounts(report.revenue)}, ${writtenTo(report)}`
  return report.last_day_in_future ? [line, `          ${futureDay(report)}`] : [line]
}
