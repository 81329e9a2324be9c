import { type Command, Option } from 'commander'
import type { MigrationProgress, MigrationSummary } from '../compose/migration.ts'
import type { DataDirectory } from '../config/data-directory.ts'
import { readTarget, type TargetFlags, type TargetServers } from '../config/target.ts'
import { dataCommand, directoryOf, type JsonOptions, jsonOption } from './data-command.ts'
import { grouped, print, printError, printJson } from './print.ts'
import { CommandError } from './report-failure.ts'
import type { Shell } from './shell.ts'

interface MigrateOptions extends JsonOptions, TargetFlags {}

const lineIntervalMs = 2_000

/** `adtally migrate-store`: moves an embedded installation to servers. */
export function migrateStoreCommand(shell: Shell): Command {
  return dataCommand({
    name: 'migrate-store',
    summary: 'Copy all data to ClickHouse and PostgreSQL, and compare.',
    details:
      'Copies the whole history and does not change the data directory. After an interruption, run it again: it continues.',
    examples: [
      'migrate-store --to http://stats.internal:8123/adtally --to postgres://adtally@db.internal/adtally',
    ],
  })
    .addOption(
      new Option(
        '--to <url>',
        'address of ClickHouse (http://) or PostgreSQL (postgres://); give one of each (default: ADTALLY_CLICKHOUSE_URL and ADTALLY_DATABASE_URL; put passwords there)',
      ).argParser((url: string, before: string[] | undefined) => [...(before ?? []), url]),
    )
    .option(
      '--cluster <name>',
      'name of the ClickHouse cluster (default: none, or ADTALLY_CLICKHOUSE_CLUSTER)',
    )
    .option(
      '--replicated',
      'the cluster has replicas (default: no, or ADTALLY_CLICKHOUSE_REPLICATED)',
    )
    .addOption(jsonOption())
    .action(async (options: MigrateOptions) => {
      const directory = directoryOf(shell, options)
      const servers = readTarget(options, shell.env)
      const { migrateStore } = await import('../compose/migration.ts')
      const summary = await migrateStore(directory, servers, { onProgress: progressLines(shell) })
      if (options.json) printJson(shell, toJson(summary))
      else if (summary.differences.length === 0) printMoved(shell, summary, directory, servers)
      if (summary.differences.length === 0) return
      throw new CommandError('the target differs from the source:', [
        ...summary.differences,
        'Run the command again with empty target databases.',
      ])
    })
}

/** Prints a line on stderr every two seconds and at each new phase. */
function progressLines(shell: Shell): (progress: MigrationProgress) => void {
  let printedAt = Number.NEGATIVE_INFINITY
  let phase = ''
  let startedAt = 0
  return ({ phase: current, at, rows }) => {
    const now = performance.now()
    if (current !== phase) startedAt = now
    if (current === phase && now - printedAt < lineIntervalMs) return
    printedAt = now
    phase = current
    const seconds = Math.max((now - startedAt) / 1_000, 0.001)
    const rate = now === startedAt ? '' : `, ${grouped(Math.round(rows / seconds))} rows/s`
    printError(shell, `${current}: ${at}, ${grouped(rows)} rows${rate}`)
  }
}

function printMoved(
  shell: Shell,
  summary: MigrationSummary,
  directory: DataDirectory,
  servers: TargetServers,
) {
  const { entries, copiedEntries, copiedRows, figureSeconds } = summary
  const records = Object.values(summary.records).reduce((sum, rows) => sum + rows, 0)
  if (copiedEntries === 0 && records === 0) {
    print(shell, 'All data was copied before; nothing was changed.')
  } else {
    const rate = Math.round(copiedRows / Math.max(figureSeconds, 0.001))
    print(
      shell,
      `Copied: ${grouped(records)} records, and ${grouped(copiedEntries)} of ${grouped(entries)} ledger entries with ${grouped(copiedRows)} rows of figures (${grouped(rate)} rows/s).`,
    )
  }
  print(
    shell,
    `Compared: ${grouped(summary.comparedRecords)} records, ${grouped(entries)} ledger entries, and ${grouped(summary.comparedTotals)} current and past totals per day and app. All are equal.`,
  )
  print(
    shell,
    `\nNext:
  1. Copy ${directory.secret} to the machine where Adtally will run. Only Adtally may read it. Without it, API keys cannot be shown again.
  2. Start Adtally there with these settings; replace each PASSWORD:
${settingsOf(servers)
  .map(([name, value]) => `       ${name}='${value}'`)
  .join('\n')}
       ADTALLY_SECRET_FILE='/where/you/copied/secret.key'
  3. Keep ${directory.root} until you have checked the result; it was not changed.`,
  )
}

/** Settings for the copied stores, without passwords. */
function settingsOf({ clickhouse, databaseUrl }: TargetServers): [string, string][] {
  const { urls, database, cluster, replicated } = clickhouse
  const stats = urls.map((url) => `${hidePassword(url).replace(/\/$/, '')}/${database}`)
  return [
    ['ADTALLY_CLICKHOUSE_URL', stats.join(',')],
    ...(cluster === null
      ? []
      : [['ADTALLY_CLICKHOUSE_CLUSTER', cluster] satisfies [string, string]]),
    ...(replicated ? [['ADTALLY_CLICKHOUSE_REPLICATED', '1'] satisfies [string, string]] : []),
    ['ADTALLY_DATABASE_URL', hidePassword(databaseUrl)],
  ]
}

/** Without URL parsing: a database address without a host is not a valid URL. */
const hidePassword = (address: string): string =>
  address
    .replace(/(:\/\/[^:/?#@]*):[^/?#]*@/, '$1:PASSWORD@')
    .replace(/([?&]password=)[^&]*/i, '$1PASSWORD')

const toJson = (summary: MigrationSummary) => ({
  records: summary.records,
  entries: summary.entries,
  copied_entries: summary.copiedEntries,
  copied_rows: summary.copiedRows,
  rows_per_second: Math.round(summary.copiedRows / Math.max(summary.figureSeconds, 0.001)),
  compared_records: summary.comparedRecords,
  compared_totals: summary.comparedTotals,
  differences: summary.differences,
})
