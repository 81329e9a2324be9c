import { DuckDBConnection } from '@duckdb/node-api'
import { expect, test, vi } from 'vitest'
import { defaultImportLimits } from '../../src/sources/import-limits.ts'
import { euroKey, openSite, refusedUnchanged } from './import-site.ts'

const networks = (count: number) =>
  Array.from(
    { length: count },
    (_, index) => `2026-03-01,zap-ios,n${count - index},video,US,1,0.000001`,
  )

/** The longest statement that is prepared while the work runs. */
async function longestStatement(work: () => Promise<unknown>): Promise<number> {
  const { prepare } = DuckDBConnection.prototype
  let longest = 0
  const spy = vi.spyOn(DuckDBConnection.prototype, 'prepare')
  spy.mockImplementation(function (this: DuckDBConnection, sql) {
    longest = Math.max(longest, sql.length)
    return prepare.call(this, sql)
  })
  await work().finally(() => spy.mockRestore())
  return longest
}

test.each([
  ['network', networks(1_001), 'NEW_NAMES'],
  ['format', networks(1_001).map((line) => line.replace(/n(\d+),video/, 'n,f$1')), 'NEW_NAMES'],
])('an import brings 1,000 new names of a %s at most', async (kind, lines, variable) => {
  const site = await openSite()
  const { facts, message } = await refusedUnchanged(site, () => site.importLines(lines))
  expect(facts).toEqual({ kind, count: 1_001, maximum: 1_000 })
  expect(message).toContain(`\`ADTALLY_IMPORT_MAX_${variable}\``)
  await site.importLines(lines.slice(0, 500))
  // Names that the account has already are not new.
  expect(await site.importLines(lines.slice(0, 1_000))).toMatchObject({ rows: 1_000 })
})

test('an account that uses up its names leaves others theirs, and their questions as short', async () => {
  const site = await openSite()
  await site.close()
  const importLimits = { ...defaultImportLimits, newNames: 100_000 }
  site.directory = { ...site.directory, importLimits }
  await site.open()
  const { id } = await site.installation.accounts.get('euros')
  const theirs = () => site.readAccount(id, 'figures', ['day', 'network', 'format'])
  const question = () => site.request({ developer: 'euros', key: euroKey, app_id: 'euro-app' })
  await site.importLines(['2026-03-01,euro-app,zeta,video,US,1,1'])

  expect(await site.importLines(networks(65_536))).toMatchObject({ slices: 65_536 })
  const { code } = await refusedUnchanged(site, () =>
    site.importLines(['2026-03-02,zap-ios,one_more,video,US,1,1']),
  )
  expect(code).toBe('too_many_labels')

  await site.importLines([
    '2026-03-02,euro-app,alpha,video,US,2,1',
    '2026-03-02,euro-app,n1,banner,US,3,1',
  ])
  expect(await theirs()).toEqual(
    expect.arrayContaining([
      '2026-03-01 zeta video 1 0 0 1000000',
      '2026-03-02 alpha video 2 0 0 1000000',
      '2026-03-02 n1 banner 3 0 0 1000000',
    ]),
  )
  expect(await longestStatement(question)).toBeLessThan(1_000)
})

test('the order in which accounts bring names changes nothing', async () => {
  const lines = [
    '2026-03-01,zap-ios,b_net,video,US,1,1',
    '2026-03-01,zap-ios,a_net,banner,US,2,1',
    '2026-03-01,euro-app,a_net,video,US,3,1',
    '2026-03-01,euro-app,c_net,native,US,4,1',
  ]
  const together = await openSite()
  await together.importLines(lines)
  const apart = await openSite()
  for (const line of lines.toReversed()) await apart.importLines([line])
  expect(await apart.figures()).toEqual(await together.figures())
  expect(await apart.figures()).toHaveLength(4)
})
