import type { ImportPreviewAnswer, ImportSummaryAnswer } from '../../api/wire.ts'
import type { Formats } from '../../figures/formats.ts'
import { networkName } from '../../figures/names.ts'

/** `1 row, 12 slices (a day, app and network)`. */
export function countedRows(rows: number, slices: number, formats: Formats): string {
  const counted = (count: number, noun: string) =>
    `${formats.count(count)} ${count === 1 ? noun : `${noun}s`}`
  return `${counted(rows, 'row')}, ${counted(slices, 'slice')} (a day, app and network)`
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
    ['Secondary report, compared and not counted', summary.report ?? ''],
    ['New apps', summary.created_apps.join(', ')],
    ['Slices of other sources that are replaced', listed(summary.other_sources, networkName)],
    ['Slices of other sources that are kept', listed(summary.kept_other_sources, networkName)],
    ['Unknown countries, by rows', listed(summary.unknown_countries)],
    ['Unknown ad formats, by rows', listed(summary.unknown_formats)],
    [
      'Left out for bad rows',
      summary.skipped_slices === 0 ? '' : `${formats.count(summary.skipped_slices)} slices`,
    ],
    [
      'A day in the future',
      summary.last_day_in_future && summary.last_day !== null
        ? formats.day(summary.last_day, 'short')
        : '',
    ],
    [
      'Converted',
      Object.entries(summary.converted)
        .map(([currency, amount]) => `${amount} ${currency}`)
        .join(', '),
    ],
  ] as const
  return facts.flatMap(([what, text]) => (text === '' ? [] : [`${what}: ${text}.`]))
}
