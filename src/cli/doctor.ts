import type { Command } from 'commander'
import type { Finding, FindingLevel } from '../compose/doctor/finding.ts'
import { counted } from '../wording/phrases.ts'
import { findServer, refuseWithoutData } from './connect.ts'
import { dataCommand, directoryOf, type JsonOptions, jsonOption } from './data-command.ts'
import { grouped, print, printJson, printTable } from './print.ts'
import { CommandError } from './report-failure.ts'
import type { Shell } from './shell.ts'

/** `adtally doctor`: checks a data directory and explains what it finds. */
export function doctorCommand(shell: Shell): Command {
  return dataCommand({
    name: 'doctor',
    summary: 'Check both databases, the secret and the disk, and explain what to do.',
    details:
      'Changes nothing. While a server runs, figures in a file cannot be checked; ClickHouse and PostgreSQL can. The exit code is 1 if there is an error; warnings and notes do not change it.',
    examples: ['doctor --data-dir /var/lib/adtally', 'doctor --json'],
  })
    .addOption(jsonOption())
    .action(async (options: JsonOptions) => {
      const directory = directoryOf(shell, options)
      await refuseWithoutData(directory)
      const { examine } = await import('../compose/doctor/examine.ts')
      const isServed = (await findServer(directory)) !== null
      const { findings, diskUse } = await examine(directory, { isServed, now: new Date() })
      const errors = findings.filter(({ level }) => level === 'error')
      if (options.json) {
        printJson(shell, {
          data_dir: directory.root,
          server_running: isServed,
          findings,
          disk_use: diskUse,
        })
      } else {
        for (const finding of findings) printFinding(shell, finding)
        print(shell, '')
        printTable(
          shell,
          ['disk use', 'KB'],
          diskUse.map(({ kind, bytes }) => [kind, grouped(Math.ceil(bytes / 1_000))]),
        )
      }
      if (errors.length === 0) return
      throw new CommandError(`${counted(errors.length, 'error')} found`, [])
    })
}

const words: Readonly<Record<FindingLevel, string>> = {
  ok: 'ok',
  note: 'note',
  warning: 'WARNING',
  error: 'ERROR',
  unchecked: 'not checked',
}

function printFinding(shell: Shell, { check, level, message, advice }: Finding): void {
  print(shell, `${words[level].padEnd(12)}${check.padEnd(12)}${message}`)
  if (advice !== null) print(shell, `${' '.repeat(24)}${advice}.`)
}
