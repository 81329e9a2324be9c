import { Command, Option } from 'commander'
import type { CommunitySummary, RecordKindName } from '../community/import/import-community.ts'
import { type InputFormat, inputFormats } from '../sources/readers/input-file.ts'
import { withCall } from './connect.ts'
import { type DataOptions, dataCommand, directoryOf, jsonOption } from './data-command.ts'
import { withGivenFiles } from './given-files.ts'
import { grouped, print, printJson } from './print.ts'
import { printSummary } from './print-summary.ts'
import { readRateFile } from './rate-file.ts'
import type { Shell } from './shell.ts'
import { showProgress } from './show-progress.ts'
import { sourceOption } from './source-option.ts'

interface ImportOptions extends DataOptions {
  readonly inputFormat?: InputFormat
  readonly json?: boolean
}

interface CommunityOptions extends ImportOptions {
  readonly skipBadRows?: boolean
}

interface StatsOptions extends CommunityOptions {
  readonly source?: string
  readonly day?: string
  readonly app?: string
  readonly network?: string
  readonly partial?: boolean
  readonly as?: string
  readonly rates?: string
  readonly createApps?: string
}

/** `adtally import`: apps, figures and the public network's records from files. */
export function importCommand(shell: Shell): Command {
  return new Command('import')
    .description("Import apps, figures and the public network's records from files.")
    .addHelpText('after', '\nExample:\n  $ adtally import stats figures.csv')
    .addCommand(importAppsCommand(shell))
    .addCommand(importStatsCommand(shell))
    .addCommand(
      importCommunityCommand(
        shell,
        'games',
        'Add games of the public network, or replace them. Columns: id, name, and optionally slug, platforms, developer, genre, description, icon_url, released_on, app_id, created_at.',
      ),
    )
    .addCommand(
      importCommunityCommand(
        shell,
        'users',
        'Add users of the public network, or replace them. Columns: id, username, and optionally display_name, avatar_url, country_code, joined_at, closed_at.',
      ),
    )
    .addCommand(
      importCommunityCommand(
        shell,
        'activity',
        'Add what users did, or replace it. Columns: id, type, platform, created_at, user_id, game_id (all types but follow), and optionally text.',
      ),
    )
}

function fileCommand(name: string, description: string, example: string): Command {
  return dataCommand(name, description, example)
    .argument(
      '<file...>',
      'CSV, NDJSON or Parquet, for figures also TSV and JSON, all also gzipped; - is standard input',
    )
    .addOption(
      new Option(
        '--input-format <format>',
        'the format of the files, when their names do not tell',
      ).choices(inputFormats),
    )
    .addOption(jsonOption())
}

function importAppsCommand(shell: Shell): Command {
  return fileCommand(
    'apps',
    'Add apps, or update them. Columns: app_id, publisher, app_name, platform, and where the platform has them app_store_id, app_bundle_id, android_package.',
    'import apps apps.csv',
  ).action(async (files: string[], options: ImportOptions) => {
    const { inputFormat } = options
    const { importApps } = await import('../use-cases/import-apps.ts')
    const summary = await withGivenFiles(shell, files, inputFormat, (given, format) =>
      withCall(shell, directoryOf(shell, options), (call) =>
        call(importApps, { ...(format && { inputFormat: format }) }, { files: given }),
      ),
    )
    if (options.json) printJson(shell, summary)
    else print(shell, `${summary.added} apps added, ${summary.updated} updated.`)
  })
}

function importCommunityCommand(shell: Shell, kind: RecordKindName, description: string): Command {
  return fileCommand(kind, description, `import ${kind} ${kind}.ndjson`)
    .option('--skip-bad-rows', 'skip bad rows and import the others')
    .action(async (files: string[], options: CommunityOptions) => {
      const { inputFormat, skipBadRows } = options
      const { importCommunity } = await import('../use-cases/import-community.ts')
      const progress = await showProgress(shell)
      const summary = await withGivenFiles(shell, files, inputFormat, (given, format) =>
        withCall(shell, directoryOf(shell, options), (call) =>
          call(
            importCommunity,
            { kind, ...(format && { inputFormat: format }), ...(skipBadRows && { skipBadRows }) },
            { files: given, onProgress: progress.update },
          ),
        ),
      ).finally(progress.stop)
      if (options.json) printJson(shell, summary)
      else printCommunitySummary(shell, summary)
    })
}

function importStatsCommand(shell: Shell): Command {
  return fileCommand(
    'stats',
    `Import figures. All files are one import: it is committed whole or not at all. It replaces all earlier figures for each day, app and network in it.\n\nColumns of Adtally's own format: date, app_id, network, format, country, impressions, revenue, and optionally clicks, installs, ad_tag, currency.`,
    'import stats figures.csv.gz\n  $ adtally import stats --create-apps studio fairbid.csv\n  $ adtally import stats --day 2026-03-01 --app hop-ios inmobi-countries.csv',
  )
    .addOption(sourceOption())
    .option('--day <day>', 'the day of a report without a day column')
    .option('--app <app-id>', 'the app of a report without an app column')
    .option('--network <network>', 'the network of a report without a network column')
    .option('--partial', 'add the rows to the current figures instead of replacing them')
    .option(
      '--rates <file>',
      "CSV of day,currency,rate: what one unit of the currency is worth in the account's currency",
    )
    .option('--as <name>', 'import it as a secondary report: compared by reconcile, never counted')
    .option('--create-apps <username>', 'create unknown apps in this account')
    .option(
      '--skip-bad-rows',
      'skip every day, app and network that has a bad row; import the others',
    )
    .action(async (files: string[], options: StatsOptions) => {
      const { inputFormat, json, dataDir: _dataDir, rates, ...given } = options
      const request = { ...given, ...(rates && { rates: await readRateFile(shell, rates) }) }
      const { importFigures } = await import('../use-cases/import-figures.ts')
      const progress = await showProgress(shell)
      const summary = await withGivenFiles(shell, files, inputFormat, (from, format) =>
        withCall(shell, directoryOf(shell, options), (call) =>
          call(
            importFigures,
            { ...request, ...(format && { inputFormat: format }) },
            { files: from, onProgress: progress.update },
          ),
        ),
      ).finally(progress.stop)
      if (json) printJson(shell, summary)
      else printSummary(shell, summary)
    })
}

const nouns = { games: 'games', users: 'users', activity: 'activity records' } as const

function printCommunitySummary(shell: Shell, summary: CommunitySummary): void {
  const { kind, added, updated, skipped_rows: skipped } = summary
  print(shell, `${grouped(added)} ${nouns[kind]} added, ${grouped(updated)} updated.`)
  if (summary.reject_file) {
    print(shell, `${grouped(skipped)} rows were skipped. See ${summary.reject_file}`)
  }
}
