import { expect } from 'vitest'
import type { FactKind } from '../../src/facts/fact-kind.ts'
import { type FactName, factKinds } from '../../src/facts/kinds.ts'
import { allFiguresOf } from '../../src/ledger/figure-ledger.ts'
import { knownBits } from '../../src/ledger/slice-figures.ts'
import { type Day, formatDay, parseDay } from '../../src/values/day.ts'
import type { ImportSite } from '../import/import-site.ts'

const dimensions = ['day', 'app', 'network'] as const

/**
 * All figures of an account and its secondary reports as `report day app network country impressions`, whose totals
 * are those of the slices. The report is empty for counted figures.
 */
export async function storedFigures(
  site: ImportSite,
  id: number,
  days: readonly [first: string, last: string],
): Promise<string[]> {
  const stored: string[] = []
  const reports = await site.installation.ledger.secondaryReports(id)
  for (const { name, of } of [
    { name: '', of: id },
    ...reports.map(({ name, reportId }) => ({ name, of: reportId })),
  ]) {
    const options = { namesOf: id, days }
    const figures = await site.readAccount(of, 'figures', [...dimensions, 'country'], options)
    const slices = await site.readAccount(of, 'slices', dimensions, options)
    expect(addedUp(figures)).toEqual(slices.map(toSlice).sort())
    stored.push(...figures.map((line) => `${name} ${toRow(line)}`))
  }
  return stored
}

/**
 * All facts of a kind of an account, of every source, as they are stored: sorted lines of day, app, labels and numbers;
 * `-` is unknown.
 *
 * @param upTo the ledger entry whose state is read; the current one when absent
 */
export async function storedFacts(
  site: Pick<ImportSite, 'installation'>,
  id: number,
  fact: FactName,
  upTo?: number,
  year = '2026',
): Promise<string[]> {
  const { apps, figures, sliceFigures } = site.installation
  const kind: FactKind = factKinds[fact]
  const names = new Map((await apps.everOfAccount(id)).map((app) => [app.key, app.appId]))
  const entry = upTo ?? (await figures.states.asOf(null)).entry
  const selection = {
    kind,
    scope: allFiguresOf(id),
    entry,
    days: { firstDay: parseDay(`${year}-01-01`)!, lastDay: parseDay(`${year}-12-31`)! },
  }
  const bits = knownBits(kind)
  const stored: string[] = []
  for await (const rows of sliceFigures.read(selection, new AbortController().signal)) {
    const labelOf = (label: string, row: number) => rows.names[label]![rows.codes[label]![row]!]
    const numberOf = (column: string, row: number) => {
      const bit = bits.get(column)
      return bit !== undefined && (rows.known[row]! & bit) === 0 ? '-' : rows.sums[column]![row]
    }
    for (let row = 0; row < rows.rowCount; row++) {
      const place = [formatDay(rows.day[row] as Day), names.get(rows.app[row]!)]
      const labels = Object.keys(kind.labels).map((label) => labelOf(label, row))
      const numbers = kind.rowNumbers.map((column) => numberOf(column, row))
      stored.push([...place, ...labels, ...numbers].join(' '))
    }
  }
  return stored.sort()
}

const toSlice = (line: string) => line.split(' ').slice(0, 4).join(' ')
const toRow = (line: string) => line.split(' ').slice(0, 5).join(' ')

function addedUp(figures: readonly string[]): string[] {
  const sums = new Map<string, number>()
  for (const line of figures) {
    const [day, app, network, , impressions] = line.split(' ')
    const slice = `${day} ${app} ${network}`
    sums.set(slice, (sums.get(slice) ?? 0) + Number(impressions))
  }
  return [...sums].map((cells) => cells.join(' ')).sort()
}
