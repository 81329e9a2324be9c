import type { Principal } from '../../publishers/principal.ts'
import type { QuestionFilter, ReportQuestion } from '../../reporting/question/report-question.ts'
import { defaultMetrics } from '../../reporting/question/vocabulary.ts'
import type { FiguresAt } from '../../reporting/report-store.ts'
import { type NamedRange, namedRanges } from '../../values/compared-range.ts'
import type { Day, DaySpan } from '../../values/day.ts'
import { citationPath, writeCitation } from '../report/citation.ts'

/** What a cited figure of a digest is of, beside its days. */
interface CitedPart {
  /** Compared on the days that networks reported in both ranges. */
  readonly against?: NamedRange
  readonly app?: string
  readonly network?: string
  /** Networks that are left out. */
  readonly without?: readonly string[]
  readonly country?: string
  readonly byDay?: boolean
}

/** Writes addresses of citations that show the figures of a digest. @returns null for a question that is too long */
export type CiteDigest = (days: DaySpan, part?: CitedPart) => string | null

/** @param askedOn the day on which the figures are looked at */
export const citeDigest =
  (
    { account, apps }: Principal,
    { generation, entry }: FiguresAt,
    askedOn: Day,
    baseUrl: string,
  ): CiteDigest =>
  (days, part = {}) => {
    const question = questionOf(days, part)
    const text = writeCitation({ account: account.id, apps, generation, entry, askedOn, question })
    return text && `${baseUrl}${citationPath}${text}`
  }

function questionOf(
  days: DaySpan,
  { against, app, network, without = [], country, byDay = false }: CitedPart,
): ReportQuestion {
  const only = (name: QuestionFilter['name'], value: string | undefined): QuestionFilter[] =>
    value === undefined ? [] : [{ name, excludes: false, values: [value] }]
  const others: QuestionFilter[] =
    without.length === 0 ? [] : [{ name: 'network', excludes: true, values: without }]
  return {
    days,
    dimensions: byDay ? ['date'] : [],
    metrics: defaultMetrics,
    filters: [
      ...only('app_id', app),
      ...only('network', network),
      ...others,
      ...only('country', country),
    ],
    orderBy: [],
    having: [],
    comparison: against ? namedRanges[against](days) : null,
    isOfReportedDays: against !== undefined,
    fillsDates: false,
    includes: [],
    asOfMs: null,
    limit: null,
    cursor: null,
  }
}
