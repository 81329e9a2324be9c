import type { Command } from 'commander'
import { readWholeNumber } from '../config/settings.ts'
import type { FailedDayView } from '../use-cases/connections/list-failed-days.ts'
import type { FailedImportView } from '../use-cases/list-failed-imports.ts'
import { Refusal } from '../values/refusal.ts'
import { addOptions, fieldsOf, takes } from './command-fields.ts'
import { callUseCase } from './connect.ts'
import { dataCommand, type JsonOptions, jsonOption } from './data-command.ts'
import { limitOption } from './page-options.ts'
import { print, printJson } from './print.ts'
import { useCaseCommand } from './run-command.ts'
import type { Shell } from './shell.ts'
import { wordForCli, wordProblemForCli } from './word-for-cli.ts'

const listOptions = {
  account: takes('<username>', 'only those of this account'),
  limit: limitOption('failed imports', 1_000, '20'),
}

/** `adtally imports failed`: imports that were refused. */
export function failedCommand(shell: Shell): Command {
  const failed = dataCommand({
    name: 'failed',
    summary: 'List imports that were refused, and days of connections that failed.',
    details:
      'Prints why each was refused, latest first. A failed import disappears from the list when all of its files are imported, by their names, or when it is dismissed; a failed day, when it is fetched.',
    examples: ['imports failed', 'imports failed --account studio'],
  })
  return addOptions(failed, listOptions)
    .addOption(jsonOption())
    .action(async (options: JsonOptions) => {
      const { listFailedImports } = await import('../use-cases/list-failed-imports.ts')
      const { listFailedDays } = await import('../use-cases/connections/list-failed-days.ts')
      const request = fieldsOf<{ account?: string; limit: number }>(listOptions, options)
      const found = await callUseCase(shell, options, listFailedImports, request)
      const days = await callUseCase(shell, options, listFailedDays, request)
      if (options.json) return printJson(shell, [...found, ...days])
      if (found.length + days.length === 0) return print(shell, 'No failed imports.')
      for (const failed of found) printFailed(shell, failed)
      if (found.length > 0) {
        print(shell, 'Fix the files and import them again, or run: adtally imports dismiss ID')
      }
      for (const day of days) printFailedDay(shell, day)
      if (days.length > 0) {
        print(shell, 'Adtally tries these days again. Now: adtally connections pull USERNAME NAME')
      }
    })
}

function printFailedDay(shell: Shell, failed: FailedDayView): void {
  const { failed_at: at, account, connection, network, day, problem } = failed
  print(shell, `${timeOf(at)}  ${account}  ${connection}, ${day}`)
  print(shell, `    ${wordProblemForCli(problem, network).message}`)
}

const timeOf = (at: string): string => at.slice(0, 19).replace('T', ' ')

function printFailed(shell: Shell, failed: FailedImportView): void {
  const { id, failed_at: at, account, files, why } = failed
  const [message = '', ...details] = linesOf(why)
  const owner = account === null ? 'account unknown' : account
  print(shell, `${id}  ${timeOf(at)}  ${owner}  ${files.join(', ')}`)
  print(shell, `    ${message}`)
  for (const line of details) print(shell, `      ${line.trim()}`)
}

function linesOf(why: FailedImportView['why']): readonly string[] {
  if (typeof why === 'string') return why.split('\n')
  const { message, details } = wordForCli(new Refusal(why.code, why.facts))
  return [message, ...details]
}

/** `adtally imports dismiss`. */
export const dismissCommand = useCaseCommand({
  name: 'dismiss',
  summary: 'Remove a failed import from the lists.',
  details: 'The list of failed imports and the dashboard no longer show it. Its files stay.',
  examples: ['imports dismiss 4'],
  arguments: {
    id: takes('<id>', 'id of the failed import; adtally imports failed lists them', {
      read: (text) => readWholeNumber('id', text, 1, 2 ** 31 - 1),
    }),
  },
  useCase: async () => (await import('../use-cases/dismiss-failed-import.ts')).dismissFailedImport,
  line: ({ files }, { id }) => `Failed import ${id} (${files.join(', ')}) is dismissed.`,
})
