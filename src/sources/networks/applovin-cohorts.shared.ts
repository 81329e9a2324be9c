import type { Answer, Conversation, DepthReport } from '../connector.ts'
import type { Json } from '../readers/parse-json.ts'
import { textAt } from '../readers/read-json.ts'
import { tryLater } from '../report-rows.ts'
import { rowsOf, tablePages } from './applovin-report.shared.ts'

/**
 * The ages that MAX tells, but for 45: it tells 45 days, and the age of a day has passed when the next one has ended.
 */
const ages = [0, 1, 2, 3, 4, 5, 6, 7, 10, 14, 18, 21, 24, 27, 30]
const dimensions = ['day', 'application', 'package_name', 'platform', 'country']
/** Revenue is all since the install. */
const revenue = ['ads_pub_revenue', 'iap_pub_revenue']
const users = ['user_count']

/**
 * MAX's users by day of install: their revenue, then how many were active. A row has a column for each age, and becomes
 * a row for each age that the day has reached: MAX also has numbers of ages that are not over.
 */
export const maxCohorts: DepthReport<'reportKey' | 'detail'> = {
  kind: 'cohorts',
  ages,
  *report(question, reached): Conversation<number> {
    if (reached.length === 0) return 0
    // Rows of both tables are added up, so one alone may state the installs.
    const stated = new Set<string>()
    const ask = (path: 'maxCohort' | 'maxCohort/session', metrics: readonly string[]) =>
      tablePages(
        {
          path,
          dimensions,
          metrics: ['installs', ...reached.flatMap((age) => metrics.map((of) => `${of}_${age}`))],
          isSortable: true,
          kept: (answer) => rowsByAge(answer, metrics, reached, stated),
        },
        question,
      )
    const ofRevenue = yield* ask('maxCohort', revenue)
    const ofUsers = yield* ask('maxCohort/session', users)
    // Both are about the same installs.
    if ((ofRevenue === 0) !== (ofUsers === 0)) throw tryLater('sent only revenue, or only users')
    return ofRevenue + ofUsers
  },
}

function rowsByAge(
  answer: Answer,
  metrics: readonly string[],
  reached: readonly number[],
  stated: Set<string>,
): string {
  const results = [...rowsOf(answer)].flatMap((row) => {
    const common = dimensions.map((name) => [name, textAt(row, name)] as const)
    const key = JSON.stringify(common)
    const installs = stated.has(key) ? '0' : textAt(row, 'installs')
    stated.add(key)
    return reached.map((age) => rowAt(row, age, metrics, [...common, ['installs', installs]]))
  })
  return JSON.stringify({ results })
}

const rowAt = (
  row: Json,
  age: number,
  metrics: readonly string[],
  common: readonly (readonly [string, string])[],
): Readonly<Record<string, string>> =>
  Object.fromEntries([
    ...common,
    ['age', String(age)],
    ...metrics.map((metric) => [metric, textAt(row, `${metric}_${age}`)] as const),
  ])
