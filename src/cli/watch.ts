import type { Command } from 'commander'
import { importFigures } from '../use-cases/import-figures.ts'
import { Inbox, type InboxReport } from '../use-cases/inbox.ts'
import { withCall } from './connect.ts'
import { type DataOptions, dataCommand, directoryOf } from './data-command.ts'
import { grouped } from './print.ts'
import { readRateFile } from './rate-file.ts'
import { wordForCli } from './shell.ts'
import { sourceOption } from './source-option.ts'

/** A file that has not changed for so long is taken to be whole. */
export const inboxIntervalMs = 2_000

interface WatchOptions extends DataOptions {
  readonly source: string
  readonly createApps?: string
  readonly rates?: string
  readonly skipBadRows?: boolean
  readonly once?: boolean
}

/** `adtally watch`: imports what is dropped into a folder. */
export function watchCommand(): Command {
  return dataCommand(
    'watch',
    'Import each file of figures that is dropped into a folder, once, then move it to done/ or failed/ there, with a report beside it. The files of a folder that is dropped are one import. Ends on SIGTERM or Ctrl-C, the import under way first.',
    'watch ./inbox --create-apps studio',
  )
    .argument('<dir>', 'the folder; it is made if it is not there')
    .addOption(sourceOption())
    .option('--create-apps <username>', 'add apps that are not known to this account')
    .option('--rates <file>', 'CSV of day,currency,rate, read anew for each import')
    .option('--skip-bad-rows', 'leave slices with bad rows as they were and import the others')
    .option('--once', 'import what is there and end')
    .action(async (folder: string, options: WatchOptions) => {
      const { source, createApps, rates, skipBadRows } = options
      const inbox = new Inbox(
        folder,
        async (files) => {
          const request = {
            source,
            ...(createApps !== undefined && { createApps }),
            ...(skipBadRows && { skipBadRows }),
            ...(rates !== undefined && { rates: await readRateFile(rates) }),
          }
          return withCall(directoryOf(options), (call) => call(importFigures, request, { files }))
        },
        {
          report: printReport,
          word: wordForCli,
          warn: (message) => console.error(`adtally: warning: ${message}`),
        },
      )
      await inbox.open()
      const stop = new AbortController()
      process.once('SIGTERM', () => stop.abort())
      process.once('SIGINT', () => stop.abort())
      if (!options.once) {
        console.log(`Watching ${folder}. Press Ctrl-C to stop.`)
        return inbox.watch(stop.signal, inboxIntervalMs)
      }
      await inbox.look(stop.signal)
      await new Promise((resolve) => setTimeout(resolve, inboxIntervalMs))
      await inbox.look(stop.signal)
    })
}

/** Prints what became of something that was dropped, in a line. */
export function printReport(report: InboxReport): void {
  if (report.outcome !== 'imported') {
    const { outcome, name, message } = report
    console.log(`${outcome.padEnd(9)} ${name}: ${message.split('\n')[0]}`)
    return
  }
  const revenue = Object.entries(report.revenue).map(
    ([currency, amount]) => `${amount} ${currency}`,
  )
  console.log(
    `imported  ${report.name}: ${report.source_title}, ${report.first_day} to ${report.last_day}, ${grouped(report.rows)} rows, ${revenue.join(' and ')}`,
  )
}
