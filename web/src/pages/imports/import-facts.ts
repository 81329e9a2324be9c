import type { ImportPreviewAnswer, ImportSummaryAnswer } from '../../api/wire.ts'
import type { Formats } from '../../figures/formats.ts'
import { networkName } from '../../figures/names.ts'
import { importsTexts } from '../../texts/en/imports.tsx'

/** `1 row, 12 slices (a day, app and network)`. */
export function countedRows(rows: number, slices: number, formats: Formats): string {
  return importsTexts.rowsAndSlices(
    importsTexts.rows(formats.count(rows), rows),
    importsTexts.slices(formats.count(slices), slices),
  )
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
    [importsTexts.secondaryReportImported, summary.report ?? ''],
    [importsTexts.newApps, summary.created_apps.join(', ')],
    [importsTexts.replacedSlices, listed(summary.other_sources, networkName)],
    [importsTexts.keptSlices, listed(summary.kept_other_sources, networkName)],
    ...summary.secondary.map(
      (one) =>
        [
          importsTexts.secondaryRows[one.counts](networkName(one.network), one.report),
          `${one.revenue} ${one.currency}; ${importsTexts.countsInstead} ${one.counted_revenue} ${one.currency}`,
        ] as const,
    ),
    [importsTexts.unknownCountriesByRows, listed(summary.unknown_countries)],
    [importsTexts.unknownAdFormatsByRows, listed(summary.unknown_formats)],
    [importsTexts.newNetworks, Object.keys(summary.new_networks ?? {}).join(', ')],
    [
      importsTexts.setAsideRows,
      (summary.set_aside ?? [])
        .map(
          ({ name, rows, revenue }) => `${name} (${formats.count(rows)}; ${currencies(revenue)})`,
        )
        .join(', '),
    ],
    [importsTexts.columnsNotUsed, (summary.unused_columns ?? []).join(', ')],
    [
      importsTexts.leftOutForBadRows,
      summary.skipped_slices === 0
        ? ''
        : importsTexts.slices(formats.count(summary.skipped_slices), summary.skipped_slices),
    ],
    [
      importsTexts.aDayInTheFuture,
      summary.last_day_in_future && summary.last_day !== null
        ? formats.day(summary.last_day, 'short')
        : '',
    ],
    [importsTexts.converted, currencies(summary.converted)],
    [
      importsTexts.earlierRates,
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
