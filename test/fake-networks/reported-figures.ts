import { parse } from 'csv-parse/sync'
import { sources } from '../../src/sources/all-sources.ts'
import type { Connector } from '../../src/sources/connector.ts'
import { type Json, parseJson } from '../../src/sources/readers/parse-json.ts'
import { at, textAt } from '../../src/sources/readers/read-json.ts'
import { findColumn } from '../../src/sources/report-file.ts'
import type { CellReader, SourceRecord } from '../../src/sources/source.ts'
import type { Day } from '../../src/values/day.ts'
import type { FakeNetworks } from './start.ts'
import type { TruthRow } from './truth.ts'

export interface Sums {
  readonly impressions: number
  readonly revenueMicros: number
}

/** The sums that a connector's source reads in answers. */
export function figuresIn(connector: Connector, answers: readonly string[]): Sums {
  return sum(
    reportedIn(connector, answers).map(({ impressions, revenue }) => ({
      impressions: Number(impressions),
      revenueMicros: Math.round(Number(revenue) * 1e6),
    })),
  )
}

/** The rows that a connector's source reads in answers. */
export const reportedIn = (connector: Connector, answers: readonly string[]): SourceRecord[] =>
  answers.filter((text) => text !== '').flatMap((text) => recordsIn(connector, text))

function recordsIn(connector: Connector, text: string) {
  for (const report of sources.get(connector.source)!.reports) {
    const found = /^\s*[[{]/.test(text) ? report.json?.(parseJson(text)) : tableRows(text)
    const rows = [...(found ?? [])]
    const names = Object.keys(at(rows[0]) ?? {})
    if (!found || report.columns.some((column) => findColumn(names, column) === null)) continue
    return rows.map((row) => {
      const own = Object.keys(at(row) ?? {})
      const cell: CellReader = (column) => textAt(row, findColumn(own, column) ?? '').trim()
      return report.read(cell, () => '')
    })
  }
  return []
}

const tableRows = (text: string): Json[] => parse(text, { columns: true })

/** The true figures of a day of a connector's network. */
export const trueFigures = ({ networks, truth }: FakeNetworks, name: string, day: Day): Sums =>
  sum(trueRows(truth, networks.get(name)!.reports, day))

export const trueRows = (truth: FakeNetworks['truth'], of: string, day: Day): TruthRow[] =>
  of === 'mediation' ? truth.mediationRows(day) : truth.rows(of, day)

const sum = (rows: readonly Sums[]): Sums => ({
  impressions: rows.reduce((total, row) => total + row.impressions, 0),
  revenueMicros: rows.reduce((total, row) => total + row.revenueMicros, 0),
})
