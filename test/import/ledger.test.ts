import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { listImports } from '../../src/use-cases/list-imports.ts'
import { undoImport } from '../../src/use-cases/undo-import.ts'
import { csv, openSite } from './import-site.ts'

const row = (day: string, figures: string, app = 'zap-ios') =>
  `2026-03-${day},${app},ownnet,video,US,${figures}`
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

describe('the list of imports', () => {
  test('has the contents and changes of each entry by account, newest first', async () => {
    const site = await openSite()
    expect(await site.call(listImports, { limit: 10 })).toEqual([])
    const texts = [
      csv([row('01', '10,1'), row('02', '20,2')]),
      csv([row('03', '5,0.5', 'euro-app')]),
    ] as const
    await site.importStats([await site.file('a.csv', texts[0]), await site.file('b.csv', texts[1])])
    await site.importLines([row('02', '15,2.25')])
    await site.call(undoImport, { id: 2 })
    const lines = await site.call(listImports, { limit: 10 })
    const instant = expect.stringMatching(/^2026-03-10T12:\d\d:\d\dZ$/)
    const own = {
      committed_at: instant,
      source: 'adtally',
      day_zone: 'UTC',
      report: null,
    }
    const studio = (impressions: string, revenue: string) => ({
      account: 'studio',
      currency: 'USD',
      impressions,
      revenue,
    })
    const second = { rows: 1, slices: 1, first_day: '2026-03-02', last_day: '2026-03-02' }
    expect(lines).toStrictEqual([
      {
        ...own,
        ...second,
        id: 3,
        kind: 'undo',
        undoes: 2,
        undone_by: null,
        files: [],
        changes: [studio('5', '-0.25')],
      },
      {
        ...own,
        ...second,
        id: 2,
        kind: 'import',
        undoes: null,
        undone_by: 3,
        files: [{ name: 'figures.csv', sha256: sha256(csv([row('02', '15,2.25')])) }],
        changes: [studio('-5', '0.25')],
      },
      {
        ...own,
        id: 1,
        kind: 'import',
        undoes: null,
        undone_by: null,
        rows: 3,
        slices: 3,
        files: [
          { name: 'a.csv', sha256: sha256(texts[0]) },
          { name: 'b.csv', sha256: sha256(texts[1]) },
        ],
        first_day: '2026-03-01',
        last_day: '2026-03-03',
        changes: [
          studio('30', '3'),
          { account: 'euros', currency: 'EUR', impressions: '5', revenue: '0.5' },
        ],
      },
    ])
    const times = lines.map(({ committed_at }) => committed_at)
    expect(times).toEqual(times.toSorted().reverse())
    expect(new Set(times).size).toBe(3)
  })

  test('shows that an import of the same figures changed nothing', async () => {
    const site = await openSite()
    for (let times = 0; times < 2; times++) await site.importLines([row('01', '10,1')])
    const [newest] = await site.call(listImports, { limit: 1 })
    expect(newest).toMatchObject({ id: 2, rows: 1, changes: [] })
  })

  test('can be continued below an id', async () => {
    const site = await openSite()
    for (const day of ['01', '02', '03', '04']) await site.importLines([row(day, '1,1')])
    const ids = async (limit: number, before?: number) =>
      (await site.call(listImports, { limit, ...(before && { before }) })).map(({ id }) => id)
    expect(await ids(2)).toEqual([4, 3])
    expect(await ids(2, 3)).toEqual([2, 1])
    expect(await ids(2, 1)).toEqual([])
  })

  test('does not list a refused import', async () => {
    const site = await openSite()
    await site.importLines([row('01', '10,1')])
    await site.importLines([row('01', 'x,1')]).catch(() => undefined)
    await site.call(undoImport, { id: 9 }).catch(() => undefined)
    expect((await site.call(listImports, { limit: 10 })).map(({ id }) => id)).toEqual([1])
  })
})
