import { DuckDBConnection } from '@duckdb/node-api'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { csv, header, type ImportSite, openSite } from './import-site.ts'

const old = ['2026-03-01,zap-ios,ownnet,video,US,100,1', '2026-03-01,zap-ios,ownnet,video,DE,50,1']
// Adds new names and a new month.
const next = [
  '2026-03-01,zap-ios,ownnet,playable,US,1,0.1',
  '2026-03-01,brick,new_network,video,US,2,0.2',
  '2026-04-01,brick,new_network,video,US,3,0.3',
]
const afterNext = [
  '2026-03-01 brick new_network video US 2 0 0 200000',
  '2026-03-01 zap-ios ownnet playable US 1 0 0 100000',
  '2026-04-01 brick new_network video US 3 0 0 300000',
]

/** Makes the engine's first statement with this beginning fail. Appending rows is an INSERT too. */
function failStatement(beginning: string): { readonly hasFailed: () => boolean } {
  let hasFailed = false
  const { run, createAppender } = DuckDBConnection.prototype
  const failAt = (statement: string) => {
    if (hasFailed || !statement.startsWith(beginning)) return
    hasFailed = true
    throw new Error(`IO Error: write failed for ${beginning}`)
  }
  const spies = [
    vi.spyOn(DuckDBConnection.prototype, 'run').mockImplementation(function (
      this: DuckDBConnection,
      ...call: Parameters<typeof run>
    ) {
      failAt(call[0])
      return run.apply(this, call)
    }),
    vi.spyOn(DuckDBConnection.prototype, 'createAppender').mockImplementation(function (
      this: DuckDBConnection,
      ...call: Parameters<typeof createAppender>
    ) {
      failAt(`INSERT INTO ${call[0]}`)
      return createAppender.apply(this, call)
    }),
  ]
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore()
  })
  return { hasFailed: () => hasFailed }
}

describe('an import that fails while writing changes nothing', () => {
  test.each([
    'BEGIN',
    'DELETE FROM figures',
    'DELETE FROM slices',
    'INSERT INTO account_labels',
    'INSERT INTO changes',
    'INSERT INTO past_slices',
    'INSERT INTO past_figures',
    'MERGE INTO months',
    'INSERT INTO figures',
    'INSERT INTO slices',
    'INSERT INTO imports',
    'COMMIT',
  ])('when %s fails, and the next import works', async (statement) => {
    const site = await openSite()
    await site.importLines(old)
    const before = await stateOf(site)
    failStatement(statement)
    await expect(site.importLines(next)).rejects.toThrow('write failed')
    expect(await stateOf(site)).toEqual(before)

    const summary = await site.importLines(next)
    expect(summary).toMatchObject({ import: 2, rows: 3, slices: 3, replaced_slices: 1 })
    expect(await site.figures()).toEqual(afterNext)
    await site.close()
    await site.open()
    expect(await site.figures()).toEqual(afterNext)
  })
})

test('an import that creates apps and fails at its commit creates none', async () => {
  const site = await openSite()
  const columns =
    'Fyber App ID,App Name,Placement Type,Country,Device OS,Date,Impressions,Clicks,Revenue (USD)'
  const file = await site.file(
    'report.csv',
    csv(['900,Late,Banner,US,ios,2026-03-01,1,0,1'], columns),
  )
  const request = { source: 'digital-turbine', createApps: 'studio' }
  failStatement('INSERT INTO imports')
  await expect(site.importStats([file], request)).rejects.toThrow('write failed')
  expect((await site.applications()).map((app) => app.app_name)).not.toContain('Late')
})

test('a committed import is not reported as failed when tidying up fails', async () => {
  const site = await openSite()
  // Fewer rows are not sorted.
  const tags = Array.from({ length: 10_000 }, (_, index) => `tag-${index}`)
  const lines = (revenue: number) =>
    tags.map((tag) => `2026-03-01,zap-ios,ownnet,video,US,100,${revenue},${tag}`)
  const columns = `${header},ad_tag`
  await site.importLines(lines(1), { columns })
  const failing = failStatement('CREATE OR REPLACE TEMP TABLE sorted_figures')
  const summary = await site.importLines(lines(2), { columns })
  expect(summary).toMatchObject({ import: 2, replaced_slices: 1 })
  expect(failing.hasFailed()).toBe(true)
})

async function stateOf(site: ImportSite) {
  return {
    figures: await site.figures(),
    slices: await site.slices(),
    version: await site.installation.figures.states.version(),
    report: await site.report({ group_by: 'network' }),
  }
}
