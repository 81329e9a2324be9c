import type { Amounts } from '../../insight/amounts.ts'
import type { LikeWithLike } from '../../insight/comparison.ts'
import type { Contribution } from '../../insight/contributions.ts'
import type { Against } from '../../insight/day-pairs.ts'
import { effectNames } from '../../insight/effects.ts'
import type { App } from '../../publishers/app.ts'
import { figuresOf, type Principal } from '../../publishers/principal.ts'
import { VisibleApps } from '../../records/visible-apps.ts'
import type { ParameterReader } from '../../reporting/question/given-values.ts'
import { QuestionError } from '../../reporting/question/question-error.ts'
import { labelFilters } from '../../reporting/question/question-requests.ts'
import { readDays } from '../../reporting/question/read-days.ts'
import { readFilters } from '../../reporting/question/read-filters.ts'
import type { QuestionFilter } from '../../reporting/question/report-question.ts'
import { comparisons } from '../../values/compared-range.ts'
import { type DaySpan, dayCount, formatDay, parseDay } from '../../values/day.ts'
import { explainRanges } from '../insight/explain-change.ts'
import type { InsightScope } from '../insight/read-figures.ts'
import { citeQuestion } from '../report/cite-question.ts'
import { lastEntryOf } from '../report/ledger-memory.ts'
import type { ToolArguments, ToolSources } from './tool.ts'
import { asOf, countOf, ecpmOf, moneyOf, readArguments, readLimit, type Tool } from './tool.ts'

export const breakdownRows = { most: 50, byDefault: 20 }
export const explainFilters = ['app_id', 'network', 'ad_format', 'country'] as const
/** The latest spans of days that are not compared. */
const maxLeftOut = 50

/** Explains the change of revenue between two ranges. */
export const explainChange: Tool = async (sources, principal, given, signal) => {
  const names = ['start_date', 'end_date', 'days', 'compare', ...explainFilters, 'limit']
  const { days, against, filters, limit } = readArguments(given, names, (reader) => {
    const asked = readDays(reader, sources.maxRangeDays, sources.today)
    return {
      days: asked!,
      against: readAgainst(reader, asked)!,
      filters: readFilters(reader, undefined),
      limit: readLimit(reader, 'rows of each breakdown', breakdownRows),
    }
  })
  const scope = await scopeOf(sources, principal, filters)
  const found = await explainRanges(sources, scope, days, against, limit, signal)
  const { comparison, change, state } = found
  const ever = await new VisibleApps(sources.apps, principal).ever()
  const appsByKey = new Map(ever.map((app) => [app.key, app]))
  // The state's own last entry may be of apps that the principal does not see.
  const last = await lastEntryOf(sources, figuresOf(principal), state)
  const shown = { ...state, entry: last?.id ?? state.entry }
  const cite = (dimensions?: readonly string[]) => {
    const asked = { ...spanOf(days), ...filtersOf(given), compare: given.compare }
    const question = { ...asked, compare_days: 'reported', dimensions, metrics }
    return citeQuestion(question, principal, shown, sources.today())
  }
  return {
    as_of: await asOf(sources, principal, state),
    currency: principal.account.currency,
    ...spanOf(days),
    compare_start_date: comparison.other && formatDay(comparison.other.firstDay),
    compare_end_date: comparison.other && formatDay(comparison.other.lastDay),
    ...coverageOf(comparison),
    networks: comparison.networks.map((one) => ({ network: one.network, ...coverageOf(one) })),
    total: contributionOf(change.total),
    citation: cite(),
    not_compared: {
      current: amountsOf(change.leftOut.current),
      previous: amountsOf(change.leftOut.previous),
    },
    breakdowns: change.breakdowns.map(({ by, rows, others }) => ({
      by: by.map(dimensionOf),
      citation: cite(by.map(dimensionOf)),
      rows: rows.map(({ key, kind, ...row }) => ({
        ...(key.app !== undefined && namesOf(appsByKey.get(key.app))),
        ...(key.network !== undefined && { network: key.network }),
        ...(key.country !== undefined && { country: key.country }),
        kind,
        ...contributionOf(row),
      })),
      others: others && { count: others.count, ...contributionOf(others) },
    })),
  }
}

/** Those of an answer. */
const metrics = ['revenue', 'impressions', 'ecpm']

const filtersOf = (given: ToolArguments) =>
  Object.fromEntries(explainFilters.flatMap((name) => (name in given ? [[name, given[name]]] : [])))

const dimensionOf = (member: 'app' | 'network' | 'country') =>
  member === 'app' ? 'app_id' : member

function readAgainst(reader: ParameterReader, days: DaySpan | null): Against | null {
  const accepts = `${comparisons.join(', ')}, or the first day of an equally long earlier range (YYYY-MM-DD)`
  if (!reader.has('compare')) return reader.refuse('compare', `is required: ${accepts}`)
  const read = (text: string): Against | null => {
    const firstDay = parseDay(text)
    if (firstDay === null) return comparisons.find((name) => name === text) ?? null
    return days && firstDay >= days.firstDay ? null : { firstDay }
  }
  return reader.one('compare', read, accepts)
}

/** @throws QuestionError `unknown_app`, the same for an app that the principal does not see */
async function scopeOf(
  { apps }: ToolSources,
  principal: Principal,
  filters: readonly QuestionFilter[],
): Promise<InsightScope> {
  const ids = filters.find(({ name }) => name === 'app_id')?.values ?? null
  const found = ids && (await new VisibleApps(apps, principal).byIds(ids))
  const missing = ids?.filter((id) => !found?.some(({ appId }) => appId === id)) ?? []
  if (missing.length > 0) {
    const named = missing.slice(0, 20).join(', ')
    throw new QuestionError('unknown_app', `The account has no app with the app_id ${named}.`)
  }
  const labels = filters.flatMap(({ name, values }) => {
    const label = labelFilters[name]
    return label ? [[label, values] as const] : []
  })
  return {
    principal,
    apps: found?.map(({ key }) => key) ?? null,
    filters: Object.fromEntries(labels),
  }
}

const spanOf = ({ firstDay, lastDay }: DaySpan) => ({
  start_date: formatDay(firstDay),
  end_date: formatDay(lastDay),
})

const coverageOf = ({
  dayCount: compared,
  leftOut,
}: Pick<LikeWithLike, 'dayCount' | 'leftOut'>) => ({
  compared_days: compared,
  left_out_days: leftOut.reduce((sum, span) => sum + dayCount(span), 0),
  left_out: leftOut.slice(-maxLeftOut).map((span) => ({ ...spanOf(span), reason: span.reason })),
})

const amountsOf = (amounts: Amounts) => ({
  revenue: moneyOf(amounts.revenueMicros),
  impressions: countOf(amounts.impressions),
  ecpm: ecpmOf(amounts),
})

const contributionOf = ({ current, previous, effects }: Contribution) => ({
  current: amountsOf(current),
  previous: amountsOf(previous),
  change: moneyOf(current.revenueMicros - previous.revenueMicros),
  effects: Object.fromEntries(effectNames.map((name) => [name, moneyOf(effects[name])])),
})

const namesOf = (app: App | undefined) => ({
  app_id: app?.appId ?? null,
  app_name: app?.name ?? null,
})
