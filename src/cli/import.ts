import { Command, Option } from 'commander'
import type { CommunitySummary, RecordKindName } from '../community/import/import-community.ts'
import { type InputFormat, inputFormats } from '../sources/readers/input-file.ts'
import { importApps } from '../use-cases/import-apps.ts'
import { importCommunity } from '../use-cases/import-community.ts'
import { importFigures } from '../use-cases/import-figures.ts'
import { withCall } from './connect.ts'
import { type DataOptions, dataCommand, directoryOf, jsonOption } from './data-command.ts'
import { withGivenFiles } from './given-files.ts'
import { grouped, printJson } from './print.ts'
import { printSummary } from './print-summary.ts'
import { readRateFile } from './rate-file.ts'
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
export function importCommand(): Command {
  return new Command('import')
    .description("Import apps, figures and the public network's records from files.")
    .addHelpText('after', '\nExample:\n  $ adtally import stats figures.csv')
    .addCommand(importAppsCommand())
    .addCommand(importStatsCommand())
    .addCommand(
      importCommunityCommand(
        'games',
        'Add games of the public network, or replace them. Columns: id, name, and optionally slug, platforms, developer, genre, description, icon_url, released_on, app_id, created_at.',
      ),
    )
    .addCommand(
      importCommunityCommand(
        'users',
        'Add users of the public network, or replace them. Columns: id, username, and optionally display_name, avatar_url, country_code, joined_at, closed_at.',
      ),
    )
    .addCommand(
      importCommunityCommand(
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
        'what the files are, where their names do not say',
      ).choices(inputFormats),
    )
    .addOption(jsonOption())
}

function importAppsCommand(): Command {
  return fileCommand(
    'apps',
    'Add apps, or update them. Columns: app_id, publisher, app_name, platform, and where the platform has them app_store_id, app_bundle_id, android_package.',
    'import apps apps.csv',
  ).action(async (files: string[], options: ImportOptions) => {
    const { inputFormat } = options
    const summary = await withGivenFiles(files, inputFormat, (given, format) =>
      withCall(directoryOf(options), (call) =>
        call(importApps, { ...(format && { inputFormat: format }) }, { files: given }),
      ),
    )
    if (options.json) printJson(summary)
    else console.log(`${summary.added} apps added, ${summary.updated} updated.`)
  })
}

function importCommunityCommand(kind: RecordKindName, description: string): Command {
  return fileCommand(kind, description, `import ${kind} ${kind}.ndjson`)
    .option('--skip-bad-rows', 'leave bad rows out and import the others')
    .action(async (files: string[], options: CommunityOptions) => {
      const { inputFormat, skipBadRows } = options
      const progress = showProgress()
      const summary = await withGivenFiles(files, inputFormat, (given, format) =>
        withCall(directoryOf(options), (call) =>
          call(
            importCommunity,
            { kind, ...(format && { inputFormat: format }), ...(skipBadRows && { skipBadRows }) },
            { files: given, onProgress: progress.update },
          ),
        ),
      ).finally(progress.stop)
      if (options.json) printJson(summary)
      else printCommunitySummary(summary)
    })
}

function importStatsCommand(): Command {
  return fileCommand(
    'stats',
    `Import figures. All files are one import, which lands whole or not at all. It states the whole truth for each day, app and network it holds: those are replaced, all others stay.\n\nColumns of Adtally's own format: date, app_id, network, format, country, impressions, revenue, and optionally clicks, installs, ad_tag, currency.`,
    'import stats figures.csv.gz\n  $ adtally import stats --create-apps studio fairbid.csv\n  $ adtally import stats --day 2026-03-01 --app hop-ios inmobi-countries.csv',
  )
    .addOption(sourceOption())
    .option('--day <day>', 'the day, for a report that has none')
    .option('--app <app-id>', 'the app, for a report that names none')
    .option('--network <network>', 'the network, for a report that names none')
    .option('--partial', 'add the rows to what stands instead of replacing it')
    .option(
      '--rates <file>',
      "CSV of day,currency,rate: what one unit of the currency is worth in the account's",
    )
    .option('--as <name>', 'keep it as a secondary report: compared by reconcile, never counted')
    .option('--create-apps <username>', 'add apps that are not known to this account')
    .option('--skip-bad-rows', 'leave slices with bad rows as they were and import the others')
    .action(async (files: string[], options: StatsOptions) => {
      const { inputFormat, json, dataDir: _dataDir, rates, ...given } = options
      const request = { ...given, ...(rates && { rates: await readRateFile(rates) }) }
      const progress = showProgress()
      const summary = await withGivenFiles(files, inputFormat, (from, format) =>
        withCall(directoryOf(options), (call) =>
          call(
            importFigures,
            { ...request, ...(format && { inputFormat: format }) },
            { files: from, onProgress: progress.update },
          ),
        ),
      ).finally(progress.stop)
      if (json) printJson(summary)
      else printSummary(summary)
    })
}

const nouns = { games: 'games', users: 'users', activity: 'activity records' } as const

function printCommunitySummary(summary: CommunitySummary): void {
  const { kind, added, updated, skipped_rows: skipped } = summary
  console.log(`${grouped(added)} ${nouns[kind]} added, ${grouped(updated)} updated.`)
  if (summary.reject_file) {
    console.log(`${grouped(skipped)} rows were left out; see ${summary.reject_file}`)
  }
}
