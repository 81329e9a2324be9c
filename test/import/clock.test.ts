import { expect, test, vi } from 'vitest'
import { type Installation, openInstallation } from '../../src/compose/installation.ts'
import { importFigures } from '../../src/use-cases/import-figures.ts'
import { undoImport } from '../../src/use-cases/undo-import.ts'
import { type ImportSite, openSite, refusalOf } from './import-site.ts'

const lines = (revenue: number) =>
  `date,app_id,network,format,country,impressions,revenue\n2026-03-01,zap-ios,ownnet,video,US,1,${revenue}\n`

/** Imports as a command does while the clock shows a time. */
async function importAt(site: ImportSite, time: string, revenue: number, idleDays = 400) {
  return commandAt(site, time, idleDays, async ({ call }) => {
    const files = [await site.file('a.csv', lines(revenue))]
    return call(importFigures, {}, { files })
  })
}

const undoneAt = (site: ImportSite, time: string, id: number, idleDays = 400) =>
  commandAt(site, time, idleDays, ({ call }) => call(undoImport, { id }))

async function commandAt<Result>(
  site: ImportSite,
  time: string,
  idleDays: number,
  work: (installation: Installation) => Promise<Result>,
) {
  const directory = {
    ...site.directory,
    importLimits: { ...site.directory.importLimits, idleDays },
  }
  const warn = vi.fn()
  const now = () => new Date(time)
  const installation = await openInstallation(directory, { use: 'command', now, warn })
  try {
    return { ...(await work(installation)), warnings: warn.mock.calls.flat() }
  } finally {
    await installation.close()
  }
}

test('an import is refused while the clock is years ahead, unless the operator allows the gap', async () => {
  const site = await openSite()
  await site.close()
  await importAt(site, '2026-03-10T12:00:00Z', 1)
  const refused = await refusalOf(importAt(site, '2036-03-10T12:00:00Z', 2))
  expect(refused.code).toBe('clock_ahead')
  expect(refused.message).toContain('2036-03-10T12:00:00.000Z')
  expect(refused.message).toContain('`ADTALLY_IMPORT_MAX_IDLE_DAYS`')
  const next = await importAt(site, '2026-03-10T13:00:00Z', 3)
  expect(next).toMatchObject({ import: 2, recorded_at: '2026-03-10T13:00:00.000Z', warnings: [] })
  expect(await importAt(site, '2036-03-10T12:00:00Z', 2, 5_000)).toMatchObject({ import: 3 })
})

test('an undo is refused like an import, and stamps no later entry', async () => {
  const site = await openSite()
  await site.close()
  await importAt(site, '2026-03-10T12:00:00Z', 1)
  const refused = await refusalOf(undoneAt(site, '2036-03-10T12:00:00Z', 1))
  expect(refused.code).toBe('clock_ahead')
  expect(refused.message).toMatch(/^Nothing was changed\. The clock says 2036-03-10T12:00:00\.000Z/)
  const next = await importAt(site, '2026-03-10T13:00:00Z', 3)
  expect(next).toMatchObject({ import: 2, recorded_at: '2026-03-10T13:00:00.000Z', warnings: [] })
  expect(await undoneAt(site, '2036-03-10T12:00:00Z', 2, 5_000)).toMatchObject({ undo: 3 })
})

test('an entry that follows one from the future says so, and keeps its place', async () => {
  const site = await openSite()
  await site.close()
  await importAt(site, '2027-03-10T12:00:00Z', 1)
  const late = await importAt(site, '2026-03-10T12:00:00Z', 2)
  expect(late).toMatchObject({
    import: 2,
    recorded_at: '2027-03-10T12:00:00.000Z',
    later_than_clock: true,
    warnings: [expect.stringMatching(/^Import 2 is recorded at 2027-03-10T12:00:00\.000Z/)],
  })
})
