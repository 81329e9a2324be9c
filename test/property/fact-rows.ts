import fc from 'fast-check'
import type { FactName } from '../../src/facts/kinds.ts'

/** A row of any kind of fact: its label of slices, and its first count. */
export interface FactRow {
  readonly day: string
  readonly app: string
  /** The network, or the source of users. */
  readonly source: string
  readonly country: string
  readonly count: number
}

/** Few rows of two days, apps, sources and countries, so that sequences often state the same again. */
export function drawnRows(days: readonly [string, string]): fc.Arbitrary<FactRow[]> {
  const row: fc.Arbitrary<FactRow> = fc.record({
    day: fc.constantFrom(...days),
    app: fc.constantFrom('one', 'two'),
    source: fc.constantFrom('ownnet', 'admob'),
    country: fc.constantFrom('US', 'DE'),
    count: fc.nat(3),
  })
  return fc.uniqueArray(row, {
    selector: (one) => `${sliceOfRow(one)} ${one.country}`,
    minLength: 1,
    maxLength: 6,
  })
}

export const sliceOfRow = ({ day, app, source }: FactRow) => `${day} ${app} ${source}`

/** Rows as files of each kind of fact. The revenue of a row is as many dollars as its count. */
export const factFiles: Readonly<Record<FactName, FactFile>> = {
  figures: {
    columns: 'date,app_id,network,format,country,impressions,revenue',
    lineOf: ({ day, app, source, country, count }) =>
      [day, app, source, 'video', country, count, count].join(),
  },
  audience: {
    columns: 'date,app_id,source,country,dau',
    lineOf: ({ day, app, source, country, count }) => [day, app, source, country, count].join(),
  },
}

interface FactFile {
  readonly columns: string
  readonly lineOf: (row: FactRow) => string
}
