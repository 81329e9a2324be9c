import { formatDay } from '../../values/day.ts'
import { detail, withAdUnits } from '../ad-units.ts'
import { type Answer, type Connector, connector, type Fault } from '../connector.ts'
import { judgeStatus } from '../judge-status.ts'
import { listAt, textAt } from '../readers/read-json.ts'
import { DayRows, pagesByOffset } from '../report-rows.ts'

const rowsPerPage = 10_000

/** One of AppLovin's two reports. */
interface ApplovinReport {
  /** The connector and the source that reads it. */
  readonly name: string
  readonly title: string
  readonly kind: Connector['kind']
  readonly document: string
  readonly path: 'report' | 'maxReport'
  readonly dimensions: readonly string[]
  /** The dimension of ad units. */
  readonly adUnit: string
  readonly metrics: readonly string[]
  /** Whether it takes `sort_COLUMN`. */
  readonly isSortable: boolean
  /** More parameters of the address. */
  readonly parameters: Readonly<Record<string, string>>
  readonly rereadDays: number
}

/** The connector of a report. */
export const declareApplovin = (report: ApplovinReport): Connector =>
  connector({
    name: report.name,
    title: report.title,
    kind: report.kind,
    source: report.name,
    verified: 'documents',
    documents: [report.document],
    hosts: ['r.applovin.com'],
    fields: {
      reportKey: { title: 'Report Key', where: 'Account > General > Keys', isSecret: true },
      detail,
    },
    days: { zone: () => 'UTC', readyHours: 4, back: 45, reread: report.rereadDays },
    rate: { requests: 1, seconds: 1 },
    report: ({ day, given }) => {
      const dimensions = withAdUnits(given, report.dimensions, report.adUnit)
      // Only rows in an order have pages.
      const sorts = report.isSortable ? dimensions.map((name) => [`sort_${name}`, 'ASC']) : []
      return pagesByOffset(
        new DayRows('day', day, dimensions),
        (offset) => {
          const query = new URLSearchParams({
            api_key: given.reportKey,
            start: formatDay(day),
            end: formatDay(day),
            columns: [...dimensions, ...report.metrics].join(),
            format: 'json',
            ...report.parameters,
            ...Object.fromEntries(sorts),
            limit: String(rowsPerPage),
            offset: String(offset),
          })
          return { url: `https://r.applovin.com/${report.path}?${query}`, isReport: true }
        },
        ({ json }) => listAt(json!, 'results')!,
      )
    },
    judge: (answer) => judgeStatus(answer) ?? judgeCode(answer),
  })

/** The body has a status of its own. */
function judgeCode(answer: Answer): Fault | null {
  const json = answer.json ?? undefined
  const inside = judgeStatus({ ...answer, status: Number(textAt(json, 'code') || 200) })
  if (inside || listAt(json, 'results')) return inside
  return { kind: 'try-later', message: 'answered without results' }
}
