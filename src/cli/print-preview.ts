import type { ImportPreview, PreviewedDay } from '../staging/import-preview.ts'
import { counted } from '../wording/phrases.ts'
import { grouped, print, printTable } from './print.ts'
import {
  earlierRateLines,
  futureDay,
  matchedApps,
  networkLines,
  notWrittenLines,
  secondaryLines,
  slicesBySource,
  sliceText,
  unusedLine,
} from './print-summary.ts'
import type { Shell } from './shell.ts'

/** Prints what an import would change. */
export function printPreview(shell: Shell, preview: ImportPreview): void {
  const { source_title: title, source, day_zone: zone, rows, slices, unchanged_slices } = preview
  print(shell, `Source: ${title} (${source}), days in ${zone}.`)
  print(
    shell,
    `${counted(rows, 'row')}, ${counted(slices, 'slice')} (${sliceText(preview)}), ${grouped(unchanged_slices)} of them unchanged. Nothing was imported.`,
  )
  if (preview.last_day_in_future) print(shell, futureDay(preview))
  const [replaced, kept] = [preview.other_sources, preview.kept_other_sources].map(slicesBySource)
  if (replaced) print(shell, `Slices of other sources to replace: ${replaced}.`)
  if (kept) print(shell, `Slices of other sources to keep: ${kept}.`)
  for (const line of notWrittenLines(preview)) print(shell, line)
  for (const line of earlierRateLines(preview)) print(shell, line)
  for (const line of secondaryLines(preview, 'would be kept')) print(shell, line)
  if (preview.created_apps.length > 0) {
    print(shell, `Apps to add: ${preview.created_apps.join(', ')}.`)
  }
  if (preview.matched_apps.length > 0) print(shell, `Apps found by name: ${matchedApps(preview)}.`)
  for (const line of networkLines(preview)) print(shell, line)
  for (const line of unusedLine(preview)) print(shell, line)
  if (preview.skipped_slices > 0) {
    const { skipped_slices: skipped, skipped_rows: skippedRows } = preview
    print(shell, `To be skipped: ${counted(skipped, 'slice')} with ${counted(skippedRows, 'row')}.`)
  }
  const [total] = Object.keys(preview.totals ?? {})
  const [label, ...numbers] = total ? ['source', total] : ['network', 'impressions', 'revenue']
  const header = ['account', label!, 'day', 'rows', 'slices', ...numbers]
  printTable(
    shell,
    header,
    preview.days.map((day) => toRow(day).slice(0, header.length)),
  )
  if (preview.more_days > 0) print(shell, `Not listed: ${counted(preview.more_days, 'more line')}.`)
}

const toRow = (day: PreviewedDay): string[] => [
  day.account,
  day.network,
  day.day,
  grouped(day.rows),
  slicesOf(day),
  [
    grouped(Number(day.total_before ?? day.impressions_before)),
    grouped(Number(day.total_after ?? day.impressions_after)),
  ].join(' -> '),
  `${day.revenue_before} -> ${day.revenue_after}`,
]

function slicesOf(day: PreviewedDay): string {
  const counts = [
    [day.slices_added, 'added'],
    [day.slices_restated, 'restated'],
    [day.slices_unchanged, 'unchanged'],
    [day.slices_removed, 'removed'],
  ] as const
  return counts
    .filter(([count]) => count > 0)
    .map(([count, what]) => `${grouped(count)} ${what}`)
    .join(', ')
}
