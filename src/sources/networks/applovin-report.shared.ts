import type { OtherFactName } from '../../facts/kinds.ts'
import { formatDay } from '../../values/day.ts'
import { detail, withAdUnits } from '../ad-units.ts'
import {
  type Answer,
  type Connector,
  type Conversation,
  connector,
  type Fault,
  type Question,
} from '../connector.ts'
import { judgeStatus } from '../judge-status.ts'
import { listAt, textAt } from '../readers/read-json.ts'
import { DayRows, pagesByOffset } from '../report-rows.ts'

const rowsPerPage = 10_000

/** One table of AppLovin's. */
export interface ApplovinTable {
  readonly path: 'report' | 'maxReport'
  readonly dimensions: readonly string[]
  readonly metrics: readonly string[]
  /** Whether it takes `sort_COLUMN`. */
  readonly isSortable: boolean
  /** More parameters of the address. */
  readonly parameters: Readonly<Record<string, string>>
}

/** One of AppLovin's two reports. */
interface ApplovinReport extends ApplovinTable {
  /** The connector and the source that reads it. */
  readonly name: string
  readonly title: string
  readonly kind: Connector['kind']
  readonly document: string
  /** The dimension of ad units. */
  readonly adUnit: string
  readonly rereadDays: number
  readonly depth?: readonly (ApplovinTable & { readonly kind: OtherFactName })[]
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
    report: (question) => tablePages(report, report.adUnit, question),
    ...(report.depth && {
      depth: report.depth.map((table) => ({
        kind: table.kind,
        report: (question: Question<'reportKey' | 'detail'>) =>
          tablePages(table, report.adUnit, question),
      })),
    }),
    judge: (answer) => judgeStatus(answer) ?? judgeCode(answer),
  })

/** Asks for all rows of a table of one day. */
function tablePages(
  table: ApplovinTable,
  adUnit: string,
  { day, given }: Question<'reportKey' | 'detail'>,
): Conversation<number> {
  const { path, metrics, isSortable, parameters } = table
  const dimensions = withAdUnits(given, table.dimensions, adUnit)
  // Only rows in an order have pages.
  const sorts = isSortable ? dimensions.map((name) => [`sort_${name}`, 'ASC']) : []
  return pagesByOffset(
    new DayRows('day', day, dimensions),
    (offset) => {
      const query = new URLSearchParams({
        api_key: given.reportKey,
        start: formatDay(day),
        end: formatDay(day),
        columns: [...dimensions, ...metrics].join(),
        format: 'json',
        ...parameters,
        ...Object.fromEntries(sorts),
        limit: String(rowsPerPage),
        offset: String(offset),
      })
      return { url: `https://r.applovin.com/${path}?${query}`, isReport: true }
    },
    ({ json }) => listAt(json!, 'results')!,
  )
}

/** The body has a status of its own. */
function judgeCode(answer: Answer): Fault | null {
  const json = answer.json ?? undefined
  const inside = judgeStatus({ ...answer, status: Number(textAt(json, 'code') || 200) })
  if (inside || listAt(json, 'results')) return inside
  return { kind: 'try-later', message: 'answered without results' }
}
