import type { Command } from 'commander'

import { readWholeNumber } from '../config/settings.ts'
import type { ImportView } from '../use-cases/list-imports.ts'
import { callUseCase } from './connect.ts'
import { type CommandText, dataCommand, type JsonOptions, jsonOption } from './data-command.ts'
import { dismissCommand, failedCommand } from './failed-imports.ts'
import { shownMoney } from './money.ts'
import { grouped, print, printJson, printList } from './print.ts'
import type { Shell } from './shell.ts'

interface ListOptions extends JsonOptions {
  readonly account?: string
  readonly source?: string
  readonly limit: string
  readonly before?: string
}

/** `adtally imports`: the ledger, and undo. */
export function importsCommand(shell: Shell): Command {
  return listing(shell, {
    name: 'imports',
    summary: 'List imports, undos, deletions and merges, or undo one.',
    details: 'Without a subcommand, does the same as `imports list`.',
    examples: ['imports', 'imports list --account studio', 'imports undo 17', 'imports failed'],
  })
    .addCommand(
      listing(shell, {
        name: 'list',
        summary: 'List imports, undos, deletions and merges.',
        details: 'Prints the files, source, rows, days and changes of each, newest first.',
        examples: [
          'imports list --limit 50',
          'imports list --account studio --source applovin-max',
        ],
      }),
    )
    .addCommand(undoCommand(shell))
    .addCommand(failedCommand(shell))
    .addCommand(dismissCommand(shell))
}

function listing(shell: Shell, text: CommandText): Command {
  return dataCommand(text)
    .option('--account <username>', 'only entries that changed figures of this account')
    .option('--source <name>', 'only imports of this source, such as admob')
    .option('--limit <n>', 'number of entries, 1 to 10000', '20')
    .option('--before <id>', 'only entries with a smaller id')
    .addOption(jsonOption())
    .action(async (options: ListOptions) => {
      const { account, source } = options
      const { listImports } = await import('../use-cases/list-imports.ts')
      const entries = await callUseCase(shell, options, listImports, {
        ...(account !== undefined && { account }),
        ...(source !== undefined && { source }),
        limit: readWholeNumber('--limit', options.limit, 1, 10_000),
        ...(options.before !== undefined && {
          before: readWholeNumber('--before', options.before, 1, 2 ** 32 - 1),
        }),
      })
      const isFiltered = account !== undefined || source !== undefined
      printList(shell, options, entries, {
        header: ['id', 'committed', 'import', 'days', 'rows', 'changed'],
        toRow,
        whenEmpty: isFiltered
          ? 'No such imports. List all: adtally imports list'
          : 'No imports yet. Start with: adtally import stats FILE',
      })
    })
}

function undoCommand(shell: Shell): Command {
  return dataCommand({
    name: 'undo',
    summary: 'Undo an import, a deletion or a merge.',
    details:
      'Each slice (a day, app and network) that this import was the last to write returns to what it was before. Slices that a later import replaced stay as they are.',
    examples: ['imports undo 17'],
  })
    .argument('<id>', 'id of the import; adtally imports lists them')
    .addOption(jsonOption())
    .action(async (id: string, options: JsonOptions) => {
      const { undoImport } = await import('../use-cases/undo-import.ts')
      const undone = await callUseCase(shell, options, undoImport, {
        id: readWholeNumber('id', id, 1, 2 ** 32 - 1),
      })
      if (options.json) return printJson(shell, undone)
      const { restored_slices: restored, removed_slices: removed, kept_slices: kept } = undone
      print(
        shell,
        `Import ${id} is undone. Slices (day, app, network) restored: ${grouped(restored)}; removed: ${grouped(removed)}; kept, because a later entry changed them: ${grouped(kept)}.`,
      )
    })
}

function toRow(entry: ImportView): string[] {
  const subject = subjectOf(entry)
  const notes = [
    ...(entry.report === null ? [] : [`as ${entry.report}`]),
    ...(entry.undone_by === null ? [] : [`undone by ${entry.undone_by}`]),
  ]
  const changes = entry.changes.map(changeText)
  return [
    String(entry.id),
    entry.committed_at.slice(0, 19).replace('T', ' '),
    notes.length > 0 ? `${subject} (${notes.join(', ')})` : subject,
    entry.first_day === null ? '' : `${entry.first_day} to ${entry.last_day}`,
    grouped(entry.rows),
    changes.join('; ') || 'nothing',
  ]
}

/** `studio +1.20 USD, +100 impressions`, `studio +140 dau`. */
function changeText({ account, totals = {}, ...change }: ImportView['changes'][number]): string {
  const { currency, impressions, revenue } = change
  const others = Object.entries(totals).map(([name, total]) => `${signed(total)} ${name}`)
  const isOfAds = others.length === 0 || impressions !== '0' || Number(revenue) !== 0
  const ads = [
    `${signed(shownMoney(revenue, currency))} ${currency}`,
    `${signed(impressions)} impressions`,
  ]
  return `${account} ${[...(isOfAds ? ads : []), ...others].join(', ')}`
}

const signed = (amount: string): string => (amount.startsWith('-') ? amount : `+${amount}`)

function subjectOf({ kind, undoes, subject, source, files }: ImportView): string {
  if (kind === 'undo') return `undo of ${undoes}`
  const app = subject?.app && `app ${subject.app}`
  if (kind === 'revaluation') return `other rates: ${source}`
  if (kind === 'merge') return `merge: ${app} into ${subject?.into}`
  if (kind === 'deletion') {
    const which = subject?.whole_app ? app : [app, subject?.network].filter(Boolean).join(', ')
    return `deletion: ${which || 'all apps and networks'}`
  }
  return `${source}: ${files.map(({ name }) => name).join(', ')}`
}
