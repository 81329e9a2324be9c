import fc from 'fast-check'
import type { FactKind } from '../../src/facts/fact-kind.ts'
import { type FactName, factKinds, factNames } from '../../src/facts/kinds.ts'

/** A row of any kind of fact: its label of slices, and what its numbers are multiples of. */
export interface FactRow {
  readonly day: string
  readonly app: string
  /** The network, the source or the channel. */
  readonly source: string
  /** Other labels follow from it. */
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

/** Cells of labels of rows in the United States, and of others: as they are stored when files state none. */
const labelCells: Readonly<Record<string, readonly [american: string, other: string]>> = {
  network: ['vungle', 'vungle'],
  format: ['video', 'video'],
  ad_tag: ['menu', 'default'],
  rung: ['bidder', 'default'],
  floor: ['12.5', 'unknown'],
  placement: ['start', 'default'],
  test_group: ['b', 'unknown'],
  consent: ['yes', 'unknown'],
  device_type: ['phone', 'unknown'],
  channel: ['search', 'unknown'],
  campaign: ['us_roas', 'default'],
  age: ['365', '0'],
  partner: ['alpha', 'beta'],
  share_rule: ['12', '1'],
}

const unstated = ['default', 'unknown']

interface FactFile {
  readonly columns: string
  /** Numbers are multiples of the row's count. Those that may be unknown are unknown instead of 0. */
  readonly lineOf: (row: FactRow) => string
  /** The row as `storedFacts` tells it. */
  readonly storedOf: (row: FactRow) => string
}

/** Rows as files of each kind of fact. */
export const factFiles = Object.fromEntries(
  factNames.map((name) => [name, fileOf(factKinds[name])]),
) as Readonly<Record<FactName, FactFile>>

function fileOf({ name, ...kind }: FactKind): FactFile {
  const { labels, sliceLabel, requiredColumns } = kind
  // Figures have too many other tests for more.
  const columns = name === 'figures' ? requiredColumns : kind.columns
  const given = columns.filter((column) => column !== 'currency')
  const labelOf = (label: string, { source, country }: FactRow) => {
    if (label === sliceLabel) return source
    return label === 'country' ? country : labelCells[label]![country === 'US' ? 0 : 1]
  }
  const numbers = [...kind.countNames, ...kind.moneyNames]
  const numberOf = (number: string, { count }: FactRow) => {
    if (!given.includes(number)) return null
    if (count === 0 && !requiredColumns.includes(number)) return null
    return count * (1 + numbers.indexOf(number))
  }
  const cellOf = (column: string, row: FactRow) => {
    if (column === 'date') return row.day
    if (column === 'app_id') return row.app
    if (!Object.hasOwn(labels, column)) return numberOf(column, row) ?? ''
    const cell = labelOf(column, row)
    return unstated.includes(cell) ? '' : cell
  }
  const storedNumber = (number: string, row: FactRow) => {
    const value = numberOf(number, row)
    return value === null ? '-' : value * (kind.moneyNames.includes(number) ? 1_000_000 : 1)
  }
  return {
    columns: given.join(),
    lineOf: (row) => given.map((column) => cellOf(column, row)).join(),
    storedOf: (row) =>
      [
        ...[row.day, row.app],
        ...Object.keys(labels).map((label) => labelOf(label, row)),
        ...numbers.map((number) => storedNumber(number, row)),
      ].join(' '),
  }
}
