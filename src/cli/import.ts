import { type Command, Option } from 'commander'
import { type InputFormat, inputFormats } from '../sources/readers/input-file.ts'
import type { CommunitySummary, RecordKindName } from '../use-cases/community/import-community.ts'
import type { FiguresRequest } from '../use-cases/import-figures.ts'
import type { UseCase } from '../use-cases/use-case.ts'
import { type Booking, bookings } from '../values/booking.ts'
import { counted } from '../wording/phrases.ts'
import { callUseCase } from './connect.ts'
import {
  type CommandText,
  command,
  dataCommand,
  type JsonOptions,
  jsonOption,
} from './data-command.ts'
import { withGivenFiles } from './given-files.ts'
import { importLinking } from './link-network-apps.ts'
import { grouped, print, printJson, printResult } from './print.ts'
import { printPreview } from './print-preview.ts'
import { printSummary } from './print-summary.ts'
import { readRateFile } from './rate-file.ts'
import type { Shell } from './shell.ts'
import { showProgress } from './show-progress.ts'
import { sourceOption } from './source-option.ts'

interface ImportOptions extends JsonOptions {
  readonly inputFormat?: InputFormat
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
  readonly booking?: Booking
  readonly rates?: string
  readonly account?: string
  readonly createApps?: string
  readonly keepOtherSources?: boolean
  readonly dryRun?: boolean
}

/** `adtally import`: imports of files. */
export function importCommand(shell: Shell): Command {
  return command({
    name: 'import',
    summary: "Import apps, links, figures, and the public network's games, users and activity.",
    examples: ['import apps apps.csv', 'import stats figures.csv'],
  })
    .addCommand(importAppsCommand(shell))
    .addCommand(importLinksCommand(shell))
    .addCommand(importStatsCommand(shell))
    .addCommand(
      importCommunityCommand(
        shell,
        'games',
        'Columns: id, name. Optional: slug, platforms, developer, genre, description, icon_url, released_on, app_id, created_at.',
      ),
    )
    .addCommand(
      importCommunityCommand(
        shell,
        'users',
        'Columns: id, username. Optional: display_name, avatar_url, country_code, joined_at, closed_at.',
      ),
    )
    .addCommand(
      importCommunityCommand(
        shell,
        'activity',
        'Columns: id, type, platform, created_at, user_id, game_id (all types except follow). Optional: text.',
      ),
    )
}

function fileCommand(text: CommandText): Command {
  return dataCommand(text)
    .argument(
      '<file...>',
      'CSV, TSV, .xlsx, NDJSON or Parquet; JSON for figures; may be gzipped or zipped; - reads stdin',
    )
    .addOption(
      new Option(
        '--input-format <format>',
        'format of the files, if their names do not show it',
      ).choices(inputFormats),
    )
    .addOption(jsonOption())
}

function importAppsCommand(shell: Shell): Command {
  return fileCommand({
    name: 'apps',
    summary: 'Add or update apps.',
    details:
      "Columns: app_id, publisher, app_name, platform. Optional: app_store_id and app_bundle_id (ios), android_package (android, amazon); link_NETWORK, a network's id of the app.",
    examples: ['import apps apps.csv'],
  })
    .option('--replace', 'replace links to other apps')
    .action(async (files: string[], options: ImportOptions & { replace?: boolean }) => {
      const { inputFormat, replace } = options
      const { importApps } = await import('../use-cases/import-apps.ts')
      const summary = await withGivenFiles(shell, files, (given) =>
        callUseCase(
          shell,
          options,
          importApps,
          { ...(inputFormat && { inputFormat }), ...(replace && { replace }) },
          { files: given },
        ),
      )
      printResult(
        shell,
        options,
        summary,
        `${counted(summary.added, 'app')} added, ${summary.updated} updated.`,
      )
    })
}

function importLinksCommand(shell: Shell): Command {
  return fileCommand({
    name: 'links',
    summary: "Link networks' app ids to apps.",
    details: "Columns: network, network_app_id, app_id. Optional: platform, the app's.",
    examples: ['import links links.csv'],
  })
    .option('--replace', 'replace links to other apps')
    .action(async (files: string[], options: ImportOptions & { replace?: boolean }) => {
      const { inputFormat, replace } = options
      const { importLinks } = await import('../use-cases/import-links.ts')
      const request = { ...(inputFormat && { inputFormat }), ...(replace && { replace }) }
      const summary = await withGivenFiles(shell, files, (given) =>
        callUseCase(shell, options, importLinks, request, { files: given }),
      )
      printResult(shell, options, summary, `${counted(summary.linked, 'app id')} linked.`)
    })
}

/** @param columns a sentence that lists the columns */
function importCommunityCommand(shell: Shell, kind: RecordKindName, columns: string): Command {
  return fileCommand({
    name: kind,
    summary: `Add or replace ${nouns[kind]} of the public network.`,
    details: columns,
    examples: [`import ${kind} ${kind}.ndjson`],
  })
    .option('--skip-bad-rows', 'skip bad rows and import the others')
    .action(async (files: string[], options: CommunityOptions) => {
      const { inputFormat, skipBadRows } = options
      const { importCommunity } = await import('../use-cases/import-community.ts')
      const progress = showProgress(shell)
      const summary = await withGivenFiles(shell, files, (given) =>
        callUseCase(
          shell,
          options,
          importCommunity,
          { kind, ...(inputFormat && { inputFormat }), ...(skipBadRows && { skipBadRows }) },
          { files: given, onProgress: progress.update },
        ),
      ).finally(progress.stop)
      if (options.json) printJson(shell, summary)
      else printCommunitySummary(shell, summary)
    })
}

function importStatsCommand(shell: Shell): Command {
  return fileCommand({
    name: 'stats',
    summary: 'Import figures.',
    details:
      "All files are one import: it is committed whole or not at all. It replaces all earlier figures for each day, app and network in it.\n\nColumns of Adtally's own format: date, app_id, network, format, country, impressions, revenue. Optional: clicks, installs, requests, matched_requests, ad_tag, currency. Of users of apps: date, app_id, source, country, dau. Optional: new_users, sessions.",
    examples: [
      'import stats figures.csv.gz',
      'import stats --create-apps studio fairbid.csv',
      'import stats --day 2026-03-01 --app hop-ios inmobi-countries.csv',
    ],
  })
    .addOption(sourceOption())
    .option('--day <day>', 'the day of a report without a day column')
    .option('--app <app-id>', 'the app of a report without an app column')
    .option('--network <network>', 'the network of a report without a network column')
    .option('--partial', 'add the rows to the current figures instead of replacing them')
    .option(
      '--rates <file>',
      "CSV of day,currency,rate: the value of one unit of the currency in the account's currency",
    )
    .option('--as <name>', 'import it as a secondary report: compared by reconcile, never counted')
    .addOption(
      new Option(
        '--booking <how>',
        "how a mediation's rows count beside other reports of the same networks",
      ).choices(bookings),
    )
    .option('--account <username>', 'import figures of this account only')
    .option('--create-apps <username>', 'the same, and create unknown apps in this account')
    .option(
      '--keep-other-sources',
      'keep slices (day, app, network) that came from another source; import the others',
    )
    .option(
      '--skip-bad-rows',
      'skip every day, app and network that has a bad row; import the others',
    )
    .option('--dry-run', 'show what would change, per network and day, and change nothing')
    .action(async (files: string[], options: StatsOptions) => {
      const { inputFormat, json, dataDir: _dataDir, rates, dryRun, ...given } = options
      const request: FiguresRequest = {
        ...given,
        ...(inputFormat && { inputFormat }),
        ...(rates && { rates: await readRateFile(shell, rates) }),
      }
      const { importFigures } = await import('../use-cases/import-figures.ts')
      const { previewFigures } = await import('../use-cases/preview-figures.ts')
      const run = async <Result>(
        useCase: UseCase<FiguresRequest, Result>,
        asked: FiguresRequest,
      ) => {
        const progress = showProgress(shell)
        return withGivenFiles(shell, files, (from) =>
          callUseCase(shell, options, useCase, asked, {
            files: from,
            onProgress: progress.update,
          }),
        ).finally(progress.stop)
      }
      if (dryRun) {
        const preview = await run(previewFigures, request)
        return json ? printJson(shell, preview) : printPreview(shell, preview)
      }
      const canAsk = shell.stdin.isTTY && shell.stdout.isTTY && !json && !files.includes('-')
      const attempt = (asked: FiguresRequest) => run(importFigures, asked)
      const summary = canAsk
        ? await importLinking(shell, options, request, attempt)
        : await attempt(request)
      return json ? printJson(shell, summary) : printSummary(shell, summary)
    })
}

const nouns = { games: 'games', users: 'users', activity: 'activity records' } as const

function printCommunitySummary(shell: Shell, summary: CommunitySummary): void {
  const { kind, added, updated, skipped_rows: skipped } = summary
  print(shell, `${grouped(added)} ${nouns[kind]} added, ${grouped(updated)} updated.`)
  if (summary.reject_file) {
    print(shell, `${counted(skipped, 'row')} skipped. See ${summary.reject_file}`)
  }
}
