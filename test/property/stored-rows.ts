import type { FactName } from '../../src/facts/kinds.ts'
import type { Sum } from '../../src/reporting/metrics.ts'
import type { Dimension } from '../../src/reporting/report-request.ts'
import { runPlan } from '../../src/reporting/run-report.ts'
import { type Day, formatDay, parseDay } from '../../src/values/day.ts'
import type { ImportSite } from '../import/import-site.ts'
import { storedFacts } from './stored-figures.ts'

/** The dimensions of rows by kind, and their numbers, each with the sum that tells whether it is known. */
const read = {
  figures: {
    plan: { table: 'figures' },
    dimensions: ['day', 'app', 'network', 'format', 'country', 'adTag'],
    numbers: [
      ['impressions', 'rows'],
      ['clicks', 'clicksRows'],
      ['installs', 'installsRows'],
      ['requests', 'requestsRows'],
      ['matchedRequests', 'matchedRequestsRows'],
      ['revenueMicros', 'rows'],
    ],
  },
  audience: {
    plan: { table: 'facts', kinds: ['audience'] },
    dimensions: ['day', 'app', 'source', 'country'],
    numbers: [
      ['userDays', 'userRows'],
      ['newUsers', 'newUsersRows'],
      ['sessions', 'sessionsRows'],
    ],
  },
} as const satisfies Partial<Record<FactName, object>>

const isRead = (kind: FactName): kind is keyof typeof read => Object.hasOwn(read, kind)

/**
 * The current rows of an account as reports read them, if they add up each number by itself: lines of day, app, labels and numbers in their stored order,
 * sorted; `-` is unknown.
 */
export async function storedRows(
  site: ImportSite,
  account: number,
  kind: FactName = 'figures',
): Promise<string[]> {
  if (!isRead(kind)) return storedFacts(site, account, kind)
  const { dimensions, numbers } = read[kind]
  const sums: Sum[] = [...new Set(numbers.flat())]
  const { apps, figures } = site.installation
  const names = new Map((await apps.everOfAccount(account)).map((app) => [app.key, app.appId]))
  const plan = {
    ...read[kind].plan,
    account,
    apps: null,
    filters: {},
    dimensions,
    sums,
    days: { firstDay: parseDay('1970-01-01')!, lastDay: parseDay('2100-01-01')! },
    sorted: false,
    totals: null,
  } as const
  const rows = await runPlan(plan, figures, new AbortController().signal)
  const lines: string[] = []
  for await (const chunk of rows.chunks) {
    const nameOf = (dimension: Dimension, row: number) => {
      const { codes, labels } = chunk.dimensions[dimension]!
      if (dimension === 'day') return formatDay(codes[row] as Day)
      return dimension === 'app' ? names.get(codes[row]!) : labels![codes[row]!]
    }
    for (let row = 0; row < chunk.rowCount; row++) {
      const values = numbers.map(([sum, known]) =>
        chunk.sums[known]![row] === 0n ? '-' : chunk.sums[sum]![row],
      )
      lines.push([...dimensions.map((one) => nameOf(one, row)), ...values].join(' '))
    }
  }
  return lines.sort()
}
