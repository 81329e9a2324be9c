import { expect } from 'vitest'
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
