import type { ImportSummary } from '../staging/import-summary.ts'
import { counted, listedFirst } from '../wording/phrases.ts'
import { shownMoney } from './money.ts'
import { grouped, print } from './print.ts'
import type { Shell } from './shell.ts'

/** Prints the summary of an import of figures. */
export function printSummary(shell: Shell, summary: ImportSummary): void {
  for (const line of summaryLines(summary)) print(shell, line)
}

function* summaryLines(summary: ImportSummary): Generator<string> {
  const { first_day: first, last_day: last } = summary
  yield `Source: ${summary.source_title} (${summary.source}), days in ${summary.day_zone}.`
  yield `Import ${summary.import}: ${counted(summary.rows, 'row')}, ${first} to ${last}.`
  yield `Written to ${writtenTo(summary)}.`
  yield `${counted(summary.slices, 'slice')} (${sliceText(summary)}), ${grouped(summary.replaced_slices)} of them replaced.`
  if (summary.unchanged_slices === summary.slices) {
    yield 'Nothing changed: the same figures were imported before.'
  }
  yield* otherSourcesLines(summary)
  yield summary.totals
    ? `${totalsText(summary.totals)}.`
    : `${counted(Number(summary.impressions), 'impression')}, ${amounts(summary.revenue)}.`
  yield* secondaryLines(summary, 'are kept')
  if (summary.report !== null) {
    yield `Stored as the secondary report "${summary.report}"; it is not counted.`
  }
  if (summary.last_day_in_future) {
    yield `${futureDay(summary)} If it is wrong, undo the import: adtally imports undo ${summary.import}`
  }
  if (summary.later_than_clock) yield laterThanClock(summary)
  if (Object.keys(summary.converted).length > 0) {
    yield `Converted: ${amounts(summary.converted)}.`
  }
  yield* earlierRateLines(summary)
  if (summary.created_apps.length > 0) yield `Apps added: ${summary.created_apps.join(', ')}.`
  if (summary.matched_apps.length > 0) yield `Apps found by name: ${matchedApps(summary)}.`
  yield* unknownLine('Unknown countries', 'ZZ', summary.unknown_countries)
  yield* unknownLine('Unknown ad formats', 'unknown', summary.unknown_formats)
  yield* networkLines(summary)
  yield* unusedLine(summary)
  if (summary.reject_file) {
    yield `Skipped: ${counted(summary.skipped_slices, 'slice')} with ${counted(summary.skipped_rows, 'row')}. See ${summary.reject_file}`
  }
}

/** Tells how the import met figures of other sources, because one of the two may be wrong. */
function* otherSourcesLines(summary: ImportSummary): Generator<string> {
  const [replaced, kept] = [summary.other_sources, summary.kept_other_sources].map(slicesBySource)
  if (replaced) {
    yield `Replaced slices of other sources: ${replaced}. To keep such slices, undo this import and add \`--keep-other-sources\`.`
  }
  if (kept) yield `Kept slices of other sources: ${kept}. Their rows were left out.`
  yield* notWrittenLines(summary)
}

/** `Not written: admob, 2026-03-01 to 2026-03-02: 4 rows, 2 slices of max`. */
export function* notWrittenLines({
  not_written: left = [],
}: Pick<ImportSummary, 'not_written'>): Generator<string> {
  for (const { source, network, slices, rows, first_day, last_day } of left.slice(0, maxNamed)) {
    const days = first_day === last_day ? first_day : `${first_day} to ${last_day}`
    yield `Not written: ${network}, ${days}: ${counted(rows, 'row')}, ${counted(slices, 'slice')} of ${source}`
  }
  if (left.length > maxNamed) yield `Not written: ${left.length - maxNamed} more networks`
}

type ConvertedMoney = Pick<ImportSummary, 'earlier_rates' | 'more_earlier_rates'>

/** `Rates of earlier days: 2026-03-01 (Sunday) USD by that of 2026-02-27.` */
export function* earlierRateLines(summary: ConvertedMoney): Generator<string> {
  const { earlier_rates: rates, more_earlier_rates: more } = summary
  if (rates.length === 0) return
  const listed = rates.map(
    ({ day, currency, rate_day }) =>
      `${day} (${weekday.format(Date.parse(day))}) ${currency} by that of ${rate_day}`,
  )
  yield `Rates of earlier days: ${listedFirst(listed, rates.length + more)}.`
}

const weekday = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' })

/** `Zap (ios) is zap-ios`. */
export const matchedApps = ({ matched_apps: apps }: Pick<ImportSummary, 'matched_apps'>): string =>
  apps.map((app) => `${app.name} (${app.platform}) is ${app.app_id}`).join(', ')

/** Tells which rows of mediations do not count, and what counts instead. */
export function* secondaryLines(
  { secondary }: Pick<ImportSummary, 'secondary'>,
  are: string,
): Generator<string> {
  for (const one of secondary) {
    const money = (amount: string) => amounts({ [one.currency]: amount })
    const days = one.days === 1 ? one.first_day : `${one.first_day} to ${one.last_day}`
    const isOwn = one.counts === 'own report'
    const counted = isOwn
      ? "the network's own report counts"
      : 'the rows of another mediation count'
    yield `${one.network}, ${days}: ${counted} (${money(one.counted_revenue)}). The rows of ${one.report} (${money(one.revenue)}) ${are} as a secondary report.`
    if (!isOwn) {
      yield `  If both mediations share the traffic of these apps, add \`--booking add\` to the imports of ${one.report}.`
    }
  }
}

/** `admob (3), ownnet (1)`. */
export const slicesBySource = (bySource: Readonly<Record<string, number>>): string =>
  Object.entries(bySource)
    .map(([source, slices]) => `${source} (${grouped(slices)})`)
    .join(', ')

/** Warns of a day that no network can have reported yet. */
export const futureDay = ({ last_day: day }: Pick<ImportSummary, 'last_day'>): string =>
  `The last day, ${day}, is in the future.`

/** Says that an import has a time to come. */
const laterThanClock = ({ recorded_at: time }: ImportSummary): string =>
  `It is recorded at ${time}, as the entry before it: the clock was ahead then, or is behind now. Check the clock.`

/** Accounts or networks that a line names. */
const maxNamed = 10

/** `dau 1,200`. */
const totalsText = (totals: Readonly<Record<string, string>>): string =>
  Object.entries(totals)
    .map(([name, total]) => `${name} ${grouped(Number(total))}`)
    .join(', ')

/** The columns that identify a slice. */
export const sliceText = ({ kind }: Pick<ImportSummary, 'kind'>): string =>
  `day, app, ${kind === undefined ? 'network' : 'source'}`

/** `account studio, networks admob and ownnet`. */
export function writtenTo({ accounts, networks, kind }: ImportSummary): string {
  const named = (noun: string, names: readonly string[]) =>
    `${noun}${names.length === 1 ? '' : 's'} ${listedFirst(names.slice(0, maxNamed), names.length)}`
  return `${named('account', accounts)}, ${named(kind === undefined ? 'network' : 'source', networks)}`
}

/** `1.50 EUR and 2.00 USD`. */
export const amounts = (byCurrency: Readonly<Record<string, string>>): string =>
  Object.entries(byCurrency)
    .map(([currency, amount]) => `${shownMoney(amount, currency)} ${currency}`)
    .join(' and ')

/** Names the networks that Adtally does not know, and the rows that are set aside. */
export function* networkLines({
  new_networks: added,
  set_aside: setAside,
}: Pick<ImportSummary, 'new_networks' | 'set_aside'>): Generator<string> {
  const named = Object.entries(added).map(
    ([name, network]) => `${JSON.stringify(name)} (${network})`,
  )
  if (named.length > 0) yield `New networks, which Adtally does not know: ${named.join(', ')}.`
  if (setAside.length === 0) return
  const names = setAside.map(
    ({ name, similar_to: similar, rows, revenue }) =>
      `${JSON.stringify(name)}, which may be ${similar} (${counted(rows, 'row')}, ${amounts(revenue)})`,
  )
  yield `Set aside, and not in the figures: ${names.join('; ')}. Answer: adtally networks list`
}

/** Names the columns that no figures were read from. */
export function* unusedLine({
  unused_columns: columns,
}: Pick<ImportSummary, 'unused_columns'>): Generator<string> {
  if (columns.length > 0) yield `Columns not used: ${columns.join(', ')}.`
}

function* unknownLine(
  subject: string,
  storedAs: string,
  words: Readonly<Record<string, number>>,
): Generator<string> {
  const listed = Object.entries(words).map(
    ([word, rows]) => `${JSON.stringify(word)} (${counted(rows, 'row')})`,
  )
  if (listed.length > 0) yield `${subject} stored as ${storedAs}: ${listed.join(', ')}.`
}
