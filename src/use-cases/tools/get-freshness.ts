import { factKinds } from '../../facts/kinds.ts'
import type { Freshness } from '../../ledger/finality.ts'
import { figuresOf } from '../../publishers/principal.ts'
import { readDays } from '../../reporting/question/read-days.ts'
import { readFilters } from '../../reporting/question/read-filters.ts'
import { type Day, formatDay } from '../../values/day.ts'
import { formatInstant } from '../../values/instant.ts'
import { isOfLabel } from '../report/freshness-summary.ts'
import { readFreshness } from '../report/read-freshness.ts'
import { asOf, readArguments, type Tool } from './tool.ts'

const maxSpans = 500

/** Tells how far the days of networks can be relied on. */
export const getFreshness: Tool = async (sources, principal, given) => {
  const names = ['start_date', 'end_date', 'days', 'network']
  const { days, filters } = readArguments(given, names, (reader) => ({
    days: readDays(reader, sources.maxRangeDays, sources.today)!,
    filters: readFilters(reader, undefined),
  }))
  const { id } = principal.account
  const state = await sources.figures.states.of(id)
  const found = await readFreshness(sources, {
    kind: factKinds.figures,
    scope: figuresOf(principal),
    days,
    today: sources.today(),
    rules: await sources.finality.all(id),
  })
  const asked = found.days.filter(({ network }) => isOfLabel({ filters }, 'network', network))
  const counts = { missing: 0, estimated: 0, restating: 0, final: 0 }
  for (const { status } of asked) counts[status]++
  const spans = spansOf(asked)
  return {
    as_of: await asOf(sources, principal, state),
    start_date: formatDay(days.firstDay),
    end_date: formatDay(days.lastDay),
    network_days: counts,
    spans: spans.slice(0, maxSpans).map((span) => ({
      network: span.network,
      status: span.status,
      start_date: formatDay(span.firstDay),
      end_date: formatDay(span.day),
      last_change_at: span.lastChangeAtMs === null ? null : formatInstant(span.lastChangeAtMs),
    })),
    has_more: spans.length > maxSpans,
    note: spans.length > maxSpans ? whenCut : null,
  }
}

/** Its last day is `day`. */
interface Span extends Freshness {
  readonly firstDay: Day
}

/** Joins days in a row of a network with the same status; the latest come first. @param days all of a range, sorted */
function spansOf(days: readonly Freshness[]): Span[] {
  const ended: Span[] = []
  const open = new Map<string, Span>()
  for (const one of days) {
    const before = open.get(one.network)
    const isNext = before?.status === one.status
    if (before && !isNext) ended.push(before)
    const firstDay = isNext ? before!.firstDay : one.day
    const lastChangeAtMs = isNext
      ? latest(before!.lastChangeAtMs, one.lastChangeAtMs)
      : one.lastChangeAtMs
    open.set(one.network, { ...one, firstDay, lastChangeAtMs })
  }
  return [...ended, ...open.values()].sort(
    (a, b) => b.day - a.day || (a.network < b.network ? -1 : 1),
  )
}

const latest = (one: number | null, other: number | null): number | null =>
  one === null ? other : Math.max(one, other ?? one)

const whenCut = 'Only the latest spans are listed. Ask for fewer days, or pass network.'
