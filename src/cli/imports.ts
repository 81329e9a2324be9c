import type { Command } from 'commander'
import { ConfigError } from '../config/settings.ts'
import type { ImportView } from '../use-cases/list-imports.ts'
import { withCall } from './connect.ts'
import { type DataOptions, dataCommand, directoryOf, jsonOption } from './data-command.ts'
import { grouped, print, printJson, printTable } from './print.ts'
import type { Shell } from './shell.ts'

interface ListOptions extends DataOptions {
  readonly json?: boolean
  readonly limit: string
  readonly before?: string
}

/** `adtally imports`: the ledger, and undo. */
export function importsCommand(shell: Shell): Command {
  return dataCommand({
    name: 'imports',
    summary: 'List imports and undos, or undo an import.',
    details: 'Prints the files, source, rows, days and changes of each, newest first.',
    examples: ['imports --limit 50', 'imports undo 17'],
  })
    .option('--limit <n>', 'number of entries, 1 to 10000', '20')
    .option('--before <id>', 'only entries with a smaller id')
    .addOption(jsonOption())
    .action(async (options: ListOptions) => {
      const { listImports } = await import('../use-cases/list-imports.ts')
      const lines = await withCall(shell, directoryOf(shell, options), (call) =>
        call(listImports, {
          limit: whole('--limit', options.limit, 10_000),
          ...(options.before !== undefined && {
            before: whole('--before', options.before, 2 ** 32 - 1),
          }),
        }),
      )
      if (options.json) printJson(shell, lines)
      else if (lines.length === 0)
        print(shell, 'No imports yet. Begin with: adtally import stats FILE')
      else
        printTable(shell, ['id', 'committed', 'what', 'days', 'rows', 'changed'], lines.map(toRow))
    })
    .addCommand(undoCommand(shell))
}

function undoCommand(shell: Shell): Command {
  return dataCommand({
    name: 'undo',
    summary: 'Undo an import.',
    details:
      'Each slice (a day, app and network) that this import was the last to write returns to what it was before. Slices that a later import replaced stay as they are.',
    examples: ['imports undo 17'],
  })
    .argument('<id>', 'id of the import; adtally imports lists them')
    .addOption(jsonOption())
    .action(async (id: string, options: DataOptions & { json?: boolean }) => {
      const { undoImport } = await import('../use-cases/undo-import.ts')
      const undone = await withCall(shell, directoryOf(shell, options), (call) =>
        call(undoImport, { id: whole('id', id, 2 ** 32 - 1) }),
      )
      if (options.json) return printJson(shell, undone)
      const { restored_slices: restored, removed_slices: removed, kept_slices: kept } = undone
      print(
        shell,
        `Import ${id} is undone. Slices (day, app, network) as before: ${grouped(restored)}; empty now: ${grouped(removed)}; left as later imports wrote them: ${grouped(kept)}.`,
      )
    })
}

function toRow(line: ImportView): string[] {
  const what =
    line.kind === 'undo'
      ? `undo of ${line.undoes}`
      : `${line.source}: ${line.files.map(({ name }) => name).join(', ')}`
  const marks = [
    ...(line.report === null ? [] : [`as ${line.report}`]),
    ...(line.undone_by === null ? [] : [`undone by ${line.undone_by}`]),
  ]
  const changes = line.changes.map(
    ({ account, currency, impressions, revenue }) =>
      `${account} ${signed(revenue)} ${currency}, ${signed(impressions)} impressions`,
  )
  return [
    String(line.id),
    line.committed_at.slice(0, 19).replace('T', ' '),
    marks.length > 0 ? `${what} (${marks.join(', ')})` : what,
    line.first_day === null ? '' : `${line.first_day} to ${line.last_day}`,
    grouped(line.rows),
    changes.join('; ') || 'nothing',
  ]
}

const signed = (amount: string): string => (amount.startsWith('-') ? amount : `+${amount}`)

function whole(option: string, text: string, most: number): number {
  const value = Number(text)
  if (/^\d+$/.test(text) && value >= 1 && value <= most) return value
  throw new ConfigError(`${option}: "${text}" is not a whole number from 1 to ${most}`)
}
