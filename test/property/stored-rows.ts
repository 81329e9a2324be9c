import type { Dimension } from '../../src/reporting/report-request.ts'
import { runPlan } from '../../src/reporting/run-report.ts'
import { type Day, formatDay, parseDay } from '../../src/values/day.ts'
import type { ImportSite } from '../import/import-site.ts'

const dimensions = ['day', 'app', 'network', 'format', 'country', 'adTag'] as const

/** The counts of a row, each with the sum that tells whether it is known. */
const counts = [
  ['impressions', 'rows'],
  ['clicks', 'clicksRows'],
  ['installs', 'installsRows'],
  ['requests', 'requestsRows'],
  ['matchedRequests', 'matchedRequestsRows'],
  ['revenueMicros', 'rows'],
] as const

const sums = [...new Set(counts.flat())]

/**
 * The current figures of an account as reports read them: lines of `date app network format country
 * ad_tag impressions clicks installs requests matched_requests micros`, sorted; `-` is unknown.
 */
export async function storedRows(site: ImportSite, account: number): Promise<string[]> {
  const { apps, figures } = site.installation
  const names = new Map((await apps.everOfAccount(account)).map((app) => [app.key, app.appId]))
  const plan = {
    table: 'figures',
    ...{ account, apps: null, filters: {}, dimensions, sums },
    days: { firstDay: parseDay('1970-01-01')!, lastDay: parseDay('2100-01-01')! },
    ...{ sorted: false, totals: null },
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
      const values = counts.map(([sum, known]) =>
        chunk.sums[known]![row] === 0n ? '-' : chunk.sums[sum]![row],
      )
      lines.push([...dimensions.map((one) => nameOf(one, row)), ...values].join(' '))
    }
  }
  return lines.sort()
}
