import type { Command } from 'commander'
import { importedFactNames } from '../facts/kinds.ts'
import { inputFormats } from '../sources/readers/input-file.ts'
import type { FiguresRequest } from '../use-cases/import-figures.ts'
import type { UseCase } from '../use-cases/use-case.ts'
import { bookings } from '../values/booking.ts'
import { addOptions, fieldsOf, takes } from './command-fields.ts'
import { callUseCase } from './connect.ts'
import { dataCommand, type JsonOptions, jsonText } from './data-command.ts'
import { withGivenFiles } from './given-files.ts'
import { importLinking } from './link-network-apps.ts'
import { printJson } from './print.ts'
import { printPreview } from './print-preview.ts'
import { printSummary } from './print-summary.ts'
import { readRateFile } from './rate-file.ts'
import type { Shell } from './shell.ts'
import { showProgress } from './show-progress.ts'
import { sourceValue } from './source-value.ts'

interface StatsOptions extends JsonOptions {
  readonly rates?: string
  readonly dryRun?: boolean
}

export const filesText =
  'CSV, TSV, .xlsx, NDJSON or Parquet; JSON for figures; may be gzipped or zipped; - reads stdin'

/** The options of every import. */
export const ofFiles = {
  inputFormat: takes('<format>', 'format of the files, if their names do not show it', {
    choices: inputFormats,
  }),
  json: jsonText,
}

const ofFigures = {
  source: sourceValue(),
  kind: takes('<kind>', "the kind of fact that a network's report is read as, such as details", {
    choices: importedFactNames,
  }),
  day: takes('<day>', 'the day of a report without a day column'),
  app: takes('<app-id>', 'the app of a report without an app column'),
  network: takes('<network>', 'the network of a report without a network column'),
  partial: 'add the rows to the current figures instead of replacing them',
  rates: takes(
    '<file>',
    "CSV of day,currency,rate: the value of one unit of the currency in the account's currency",
  ),
  as: takes('<name>', 'import it as a secondary report: compared by reconcile, never counted'),
  booking: takes(
    '<how>',
    "how a mediation's rows count beside other reports of the same networks",
    { choices: bookings },
  ),
  account: takes('<username>', 'import figures of this account only'),
  createApps: takes('<username>', 'the same, and create unknown apps in this account'),
  keepOtherSources:
    'keep slices (day, app, network) that came from another source; import the others',
  skipBadRows: 'skip every day, app and network that has a bad row; import the others',
}

/** `adtally import stats`. */
export function importStatsCommand(shell: Shell): Command {
  const stats = dataCommand({
    name: 'stats',
    summary: 'Import figures.',
    details:
      "All files are one import: it is committed whole or not at all. It replaces all earlier figures for each day, app and network in it.\n\nColumns of Adtally's own format: date, app_id, network, format, country, impressions, revenue. Optional: clicks, installs, requests, matched_requests, ad_tag, currency. Of users of apps: date, app_id, source, country, dau. Optional: new_users, sessions.",
    examples: [
      'import stats figures.csv.gz',
      'import stats --create-apps studio fairbid.csv',
      'import stats --day 2026-03-01 --app hop-ios inmobi-countries.csv',
    ],
  }).argument('<file...>', filesText)
  return addOptions(stats, { ...ofFiles, ...ofFigures })
    .option('--dry-run', 'show what would change, per network and day, and change nothing')
    .action(async (files: string[], options: StatsOptions) => {
      const { json, rates, dryRun, ...given } = options
      const request: FiguresRequest = {
        ...fieldsOf<FiguresRequest>({ inputFormat: ofFiles.inputFormat, ...ofFigures }, given),
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
