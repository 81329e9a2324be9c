import type { ImportPreviewAnswer, ImportSummaryAnswer } from '../../api/wire.ts'
import { rowsText, slicesText } from '../../figures/counted.ts'
import type { Formats } from '../../figures/formats.ts'
import { networkName } from '../../figures/names.ts'

/** `1 row, 12 days of apps and networks`. */
export function countedRows(rows: number, slices: number, formats: Formats): string {
  return `${rowsText(formats.count(rows), rows)}, ${slicesText(formats.count(slices), slices)}`
}

/** The facts about an import besides its rows and days; empty for most. */
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
  const currencies = (amounts: Readonly<Record<string, string>>) =>
    Object.entries(amounts)
      .map(([currency, amount]) => `${amount} ${currency}`)
      .join(', ')
  const facts = [
    ['Secondary report, compared and not counted', summary.report ?? ''],
    ['New apps', summary.created_apps.join(', ')],
    ['Days of other sources that are replaced', listed(summary.other_sources, networkName)],
    ['Days of other sources that are kept', listed(summary.kept_other_sources, networkName)],
    ...summary.secondary.map(
      (one) =>
        [
          secondaryRows[one.counts](networkName(one.network), one.report),
          `${one.revenue} ${one.currency}; what counts instead is ${one.counted_revenue} ${one.currency}`,
        ] as const,
    ),
    ['Unknown countries, by rows', listed(summary.unknown_countries)],
    ['Unknown ad formats, by rows', listed(summary.unknown_formats)],
    ['New networks', Object.keys(summary.new_networks ?? {}).join(', ')],
    [
      'Set aside until you answer whose they are',
      (summary.set_aside ?? [])
        .map(
          ({ name, rows, revenue }) => `${name} (${formats.count(rows)}; ${currencies(revenue)})`,
        )
        .join(', '),
    ],
    ['Columns not used', (summary.unused_columns ?? []).join(', ')],
    [
      'Left out for bad rows',
      summary.skipped_slices === 0
        ? ''
        : slicesText(formats.count(summary.skipped_slices), summary.skipped_slices),
    ],
    [
      'A day in the future',
      summary.last_day_in_future && summary.last_day !== null
        ? formats.day(summary.last_day, 'short')
        : '',
    ],
    ['Converted', currencies(summary.converted)],
    [
      'Converted by the rate of an earlier day',
      (summary.earlier_rates ?? [])
        .map(
          (one) =>
            `${formats.day(one.day, 'short')} ${one.currency} (${formats.day(one.rate_day, 'short')})`,
        )
        .join(', '),
    ],
  ] as const
  return facts.flatMap(([what, text]) => (text === '' ? [] : [`${what}: ${text}.`]))
}

const secondaryRows = {
  'own report': (network: string, report: string) =>
    `The own report of ${network} counts. Kept as the secondary report ${report}`,
  'other mediation': (network: string, report: string) =>
    `Another mediation counts for ${network}. Kept as the secondary report ${report}`,
}
