import type { ImportPreviewAnswer, ImportSummaryAnswer } from '../../api/wire.ts'
import type { Formats } from '../../figures/formats.ts'
import { networkName } from '../../figures/names.ts'
import { importsTexts } from '../../texts/en/imports.tsx'

/** `1 row, 12 slices (a day, app and network)`. */
export function countedRows(rows: number, slices: number, formats: Formats): string {
  const counted = (count: number, noun: string) =>
    `${formats.count(count)} ${count === 1 ? noun : `${noun}s`}`
  return importsTexts.aDayAppAndNetwork(counted(rows, 'row'), counted(slices, 'slice'))
}

/** What is to be said of an import besides its rows and days; empty for most. */
export function factsOf(
  summary:
    | Omit<ImportSummaryAnswer, 'import' | 'recorded_at' | 'later_than_clock'>
    | ImportPreviewAnswer,
  formats: Formats,
): readonly string[] {
  const listed = (counts: Readonly<Record<string, number>>, nameOf = (key: string) => key) =>
    Object.entries(counts)
      .map(([key, count]) => `${nameOf(key)} (${formats.count(count)})`)
      .join(', ')
  const facts = [
    [importsTexts.secondaryReportComparedAndNot, summary.report ?? ''],
    [importsTexts.newApps, summary.created_apps.join(', ')],
    [importsTexts.slicesOfOtherSourcesThat, listed(summary.other_sources, networkName)],
    [importsTexts.slicesOfOtherSourcesThatAre, listed(summary.kept_other_sources, networkName)],
    [importsTexts.unknownCountriesByRows, listed(summary.unknown_countries)],
    [importsTexts.unknownAdFormatsByRows, listed(summary.unknown_formats)],
    [
      importsTexts.leftOutForBadRows,
      summary.skipped_slices === 0
        ? ''
        : importsTexts.slices(formats.count(summary.skipped_slices)),
    ],
    [
      importsTexts.aDayInTheFuture,
      summary.last_day_in_future && summary.last_day !== null
        ? formats.day(summary.last_day, 'short')
        : '',
    ],
    [
      importsTexts.converted,
      Object.entries(summary.converted)
        .map(([currency, amount]) => `${amount} ${currency}`)
        .join(', '),
    ],
  ] as const
  return facts.flatMap(([what, text]) => (text === '' ? [] : [`${what}: ${text}.`]))
}
