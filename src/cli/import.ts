import { Command, Option } from 'commander'
import type { CommunitySummary, RecordKindName } from '../ingestion/community/import-community.ts'
import { type InputFormat, inputFormats } from '../ingestion/files/input-file.ts'
import { sources } from '../ingestion/sources/all-sources.ts'
import type { ImportSummary } from '../ingestion/stats/import-summary.ts'
import { withOperations } from './connect.ts'
import { type DataOptions, dataCommand, directoryOf, jsonOption } from './data-command.ts'
import { withGivenFiles } from './given-files.ts'
import { printJson } from './print.ts'
import { showProgress } from './show-progress.ts'

interface ImportOptions extends DataOptions {
  readonly inputFormat?: InputFormat
  readonly json?: boolean
}

interface CommunityOptions extends ImportOptions {
  readonly skipBadRows?: boolean
}

interface StatsOptions extends CommunityOptions {
  readonly source?: string
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
    .argument('<file...>', 'CSV, NDJSON or Parquet, also gzipped; - is standard input')
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
      withOperations(directoryOf(options), (operations) =>
        operations.importApps(given, { ...(format && { inputFormat: format }) }),
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
        withOperations(directoryOf(options), (operations) =>
          operations.importCommunity(
            given,
            { kind, ...(format && { inputFormat: format }), ...(skipBadRows && { skipBadRows }) },
            progress.update,
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
    'import stats figures.csv.gz\n  $ adtally import stats --source digital-turbine --create-apps studio fairbid.csv',
  )
    .addOption(
      new Option('--source <name>', "whose report it is (default: Adtally's own format)").choices([
        ...sources.keys(),
      ]),
    )
    .option('--create-apps <username>', 'add apps that are not known to this account')
    .option('--skip-bad-rows', 'leave slices with bad rows as they were and import the others')
    .action(async (files: string[], options: StatsOptions) => {
      const { inputFormat, json, dataDir: _dataDir, ...request } = options
      const progress = showProgress()
      const summary = await withGivenFiles(files, inputFormat, (given, format) =>
        withOperations(directoryOf(options), (operations) =>
          operations.importStats(
            given,
            { ...request, ...(format && { inputFormat: format }) },
            progress.update,
          ),
        ),
      ).finally(progress.stop)
      if (json) printJson(summary)
      else printSummary(summary)
    })
}

function printSummary(summary: ImportSummary): void {
  const { first_day: first, last_day: last } = summary
  const revenue = Object.entries(summary.revenue).map(
    ([currency, amount]) => `${amount} ${currency}`,
  )
  console.log(`Import ${summary.import}: ${count(summary.rows)} rows, ${first} to ${last}.`)
  console.log(
    `${count(summary.slices)} slices (day, app, network), ${count(summary.replaced_slices)} of them replaced.`,
  )
  console.log(`${count(Number(summary.impressions))} impressions, ${revenue.join(' and ')}.`)
  if (summary.created_apps.length > 0)
    console.log(`Apps added: ${summary.created_apps.join(', ')}.`)
  if (summary.reject_file) {
    console.log(
      `${count(summary.skipped_slices)} slices with ${count(summary.skipped_rows)} rows were left as they were; see ${summary.reject_file}`,
    )
  }
}

const nouns = { games: 'games', users: 'users', activity: 'activity records' } as const

function printCommunitySummary(summary: CommunitySummary): void {
  const { kind, added, updated, skipped_rows: skipped } = summary
  console.log(`${count(added)} ${nouns[kind]} added, ${count(updated)} updated.`)
  if (summary.reject_file) {
    console.log(`${count(skipped)} rows were left out; see ${summary.reject_file}`)
  }
}

const count = (value: number): string => value.toLocaleString('en-US')
