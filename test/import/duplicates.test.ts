import { describe, expect, test } from 'vitest'
import { importApps } from '../../src/use-cases/import-apps.ts'
import { csv, header, openSite, refusalOf, refusedUnchanged, shareSite } from './import-site.ts'
import { inmobiReport } from './network-reports.ts'

const columns = `${header},ad_tag`
const us = '2026-03-01,zap-ios,ownnet,video,US,100,1'
const de = '2026-03-01,zap-ios,ownnet,video,DE,100,1'

const shared = shareSite()

test('a repeated key is a bad row that names both lines', async () => {
  const site = shared()
  const refusal = await refusedUnchanged(site, () => site.importLines([us, de, us]))
  expect(refusal.message).toBe('Nothing was imported. Fix this cell:')
  expect(refusal.details).toHaveLength(1)
  expect(refusal.details[0]).toMatch(/^figures\.csv:4: .*figures\.csv:2/)
  for (const part of ['2026-03-01', 'zap-ios', 'ownnet', 'video', 'US']) {
    expect(refusal.details[0]).toContain(part)
  }
})

test('a key given three times is two bad rows, each naming the first', async () => {
  const site = shared()
  const { details } = await refusedUnchanged(site, () => site.importLines([us, us, de, us]))
  expect(details).toHaveLength(2)
  expect(details[0]).toMatch(/^figures\.csv:3: .*figures\.csv:2/)
  expect(details[1]).toMatch(/^figures\.csv:5: .*figures\.csv:2/)
})

test('a key in two files names both files', async () => {
  const site = shared()
  const { details } = await refusedUnchanged(site, async () =>
    site.importStats([
      await site.file('a.csv', csv([de, us])),
      await site.file('b.csv', csv([us])),
    ]),
  )
  expect(details).toHaveLength(1)
  expect(details[0]).toMatch(/^b\.csv:2: .*a\.csv:3/)
})

describe('the same file twice in one import is refused in one line', () => {
  test('by one name', async () => {
    const site = shared()
    const file = await site.file('a.csv', csv([us, de]))
    const { message, details } = await refusedUnchanged(site, () => site.importStats([file, file]))
    expect([message, details]).toEqual(['a.csv: The file is given twice. Give it once', []])
  })

  test('by two names, also for reports, whose rows would be added up, and for apps', async () => {
    const site = shared()
    const report = inmobiReport([{}])
    const files = [
      await site.file('other.csv', csv([us])),
      await site.file('a.csv', report),
      await site.file('b.csv', report),
    ]
    const message = 'b.csv: This is the same file as a.csv. Give one of them'
    const figures = await refusedUnchanged(site, () => site.importStats(files, { partial: true }))
    expect(figures.message).toBe(message)
    expect((await refusalOf(site.call(importApps, {}, { files }))).message).toBe(message)
  })

  test('but not other files of the same size', async () => {
    const site = shared()
    const files = [await site.file('a.csv', csv([us])), await site.file('b.csv', csv([de]))]
    expect(await site.importStats(files)).toMatchObject({ rows: 2 })
  })
})

test.each([
  ['an absent and an explicit default', `${us},`, `${us},default`],
  ['an absent and a quoted empty', `${us},`, `${us},""`],
  ['a quoted empty and an explicit default', `${us},""`, `${us},default`],
])('%s ad tag are the same key', async (_pair, first, second) => {
  const site = shared()
  const { details } = await refusedUnchanged(site, () =>
    site.importLines([first, second], { columns }),
  )
  expect(details).toHaveLength(1)
  expect(details[0]).toMatch(/^figures\.csv:3: .*figures\.csv:2/)
})

test('ad tags that differ only in case are different keys', async () => {
  const site = await openSite()
  await site.importLines([`${us},Menu`, `${us},menu`, `${us},Default`, `${us},`], { columns })
  expect(await site.figures()).toEqual(['2026-03-01 zap-ios ownnet video US 400 0 0 4000000'])
})
