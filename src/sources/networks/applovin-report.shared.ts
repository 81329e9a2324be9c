import type { OtherImportedName } from '../../facts/kinds.ts'
import { formatDay } from '../../values/day.ts'
import { detail, withAdUnits } from '../ad-units.ts'
import {
  type Answer,
  type Ask,
  type Connector,
  type Conversation,
  connector,
  type DepthReport,
  type Fault,
  type Question,
} from '../connector.ts'
import { judgeStatus } from '../judge-status.ts'
import { listAt, textAt } from '../readers/read-json.ts'
import { DayRows, pagesByOffset } from '../report-rows.ts'

const rowsPerPage = 10_000

type Field = 'reportKey' | 'detail'
type ApplovinQuestion = Question<Field>

/** One table of AppLovin's. */
export interface ApplovinTable {
  readonly path: 'report' | 'maxReport' | 'maxCohort' | 'maxCohort/session'
  readonly dimensions: readonly string[]
  readonly metrics: readonly string[]
  /** The dimension of ad units; none when absent. */
  readonly adUnit?: string
  /** Whether it takes `sort_COLUMN`. */
  readonly isSortable: boolean
  /** More parameters of the address; none when absent. */
  readonly parameters?: Readonly<Record<string, string>>
  /** As {@link Ask.kept}. */
  readonly kept?: (answer: Answer) => string
}

/** One of AppLovin's two reports. */
interface ApplovinReport extends ApplovinTable {
  /** The connector and the source that reads it. */
  readonly name: string
  readonly title: string
  readonly kind: Connector['kind']
  readonly documents: readonly string[]
  readonly rereadDays: number
  readonly depth: readonly DepthReport<Field>[]
}

/** The connector of a report. */
export const declareApplovin = (report: ApplovinReport): Connector =>
  connector({
    name: report.name,
    title: report.title,
    kind: report.kind,
    source: report.name,
    verified: 'documents',
    documents: report.documents,
    hosts: ['r.applovin.com'],
    fields: {
      reportKey: { title: 'Report Key', where: 'Account > General > Keys', isSecret: true },
      detail,
    },
    days: { zone: () => 'UTC', readyHours: 4, back: 45, reread: report.rereadDays },
    rate: { requests: 1, seconds: 1 },
    report: (question) => tablePages(report, question),
    depth: report.depth,
    judge: (answer) => judgeStatus(answer) ?? judgeCode(answer),
  })

/** A table with further facts of a day. */
export const depthTable = (kind: OtherImportedName, table: ApplovinTable): DepthReport<Field> => ({
  kind,
  report: (question) => tablePages(table, question),
})

/** Asks for all rows of a table of one day. */
export function tablePages(
  table: ApplovinTable,
  { day, given }: ApplovinQuestion,
): Conversation<number> {
  const { path, metrics, adUnit, isSortable, parameters = {}, kept } = table
  const dimensions = adUnit ? withAdUnits(given, table.dimensions, adUnit) : table.dimensions
  // Only rows in an order have pages.
  const sorts = isSortable ? dimensions.map((name) => [`sort_${name}`, 'ASC']) : []
  return pagesByOffset(
    new DayRows('day', day, dimensions),
    (offset): Ask => {
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
      const url = `https://r.applovin.com/${path}?${query}`
      return { url, isReport: true, ...(kept && { kept }) }
    },
    rowsOf,
  )
}

/** The rows of an answer. */
export const rowsOf = ({ json }: Answer) => listAt(json!, 'results')!

/** The body has a status of its own. */
function judgeCode(answer: Answer): Fault | null {
  const json = answer.json ?? undefined
  const inside = judgeStatus({ ...answer, status: Number(textAt(json, 'code') || 200) })
  if (inside || listAt(json, 'results')) return inside
  return { kind: 'try-later', message: 'answered without results' }
}
