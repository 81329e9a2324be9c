import type { ImportSummary } from '../staging/import-summary.ts'
import { listedFirst } from '../wording/phrases.ts'
import { grouped, print } from './print.ts'
import type { Shell } from './shell.ts'

/** Prints the summary of an import of figures. */
export function printSummary(shell: Shell, summary: ImportSummary): void {
  for (const line of summaryLines(summary)) print(shell, line)
}

function* summaryLines(summary: ImportSummary): Generator<string> {
  const { first_day: first, last_day: last } = summary
  const zone =
    summary.day_zone === 'UTC' ? 'days in UTC' : `days by the clock of ${summary.day_zone}`
  yield `Taken for: ${summary.source_title} (${summary.source}), ${zone}.`
  yield `Import ${summary.import}: ${grouped(summary.rows)} rows, ${first} to ${last}.`
  yield `Written to ${writtenTo(summary)}.`
  yield `${grouped(summary.slices)} slices (day, app, network), ${grouped(summary.replaced_slices)} of them replaced.`
  yield `${grouped(Number(summary.impressions))} impressions, ${amounts(summary.revenue)}.`
  if (summary.report !== null) {
    yield `Kept as the secondary report "${summary.report}"; it is not counted.`
  }
  if (summary.later_than_clock) yield laterThanClock(summary)
  if (Object.keys(summary.converted).length > 0) {
    yield `Converted: ${amounts(summary.converted)}.`
  }
  if (summary.created_apps.length > 0) yield `Apps added: ${summary.created_apps.join(', ')}.`
  yield* unknownLine('Countries', 'ZZ', summary.unknown_countries)
  yield* unknownLine('Ad formats', 'unknown', summary.unknown_formats)
  if (summary.reject_file) {
    yield `${grouped(summary.skipped_slices)} slices with ${grouped(summary.skipped_rows)} rows were left as they were; see ${summary.reject_file}`
  }
}

/** Says that an import has a time to come. */
const laterThanClock = ({ recorded_at: time }: ImportSummary): string =>
  `It is recorded at ${time}, as the entry before it: the clock was ahead then, or is behind now. Check the clock.`

/** Accounts or networks that a line names. */
const maxNamed = 10

/** `account studio, networks admob and ownnet`. */
export function writtenTo({ accounts, networks }: ImportSummary): string {
  const named = (noun: string, names: readonly string[]) =>
    `${noun}${names.length === 1 ? '' : 's'} ${listedFirst(names.slice(0, maxNamed), names.length)}`
  return `${named('account', accounts)}, ${named('network', networks)}`
}

const amounts = (byCurrency: Readonly<Record<string, string>>): string =>
  Object.entries(byCurrency)
    .map(([currency, amount]) => `${amount} ${currency}`)
    .join(' and ')

function* unknownLine(
  what: string,
  became: string,
  words: Readonly<Record<string, number>>,
): Generator<string> {
  const listed = Object.entries(words).map(
    ([word, rows]) => `${JSON.stringify(word)} (${grouped(rows)} rows)`,
  )
  if (listed.length > 0) yield `${what} not known, kept as ${became}: ${listed.join(', ')}.`
}
