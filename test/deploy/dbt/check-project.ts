import { expect } from 'vitest'
import type { ImportSite } from '../../import/import-site.ts'
import { addsUp, kinds, models } from './project.ts'

/** A warehouse that the project's queries are run in. */
export interface FilledWarehouse {
  readonly fill: () => Promise<void>
  readonly rows: (sql: string) => Promise<readonly (readonly unknown[])[]>
  /** Changes the impressions of one row; SQL's own statement when absent. */
  readonly spoil?: string
}

const spoilSql =
  "UPDATE adtally_figures_rows SET impressions = impressions + 1 WHERE country = 'DE'"

/** Runs all models and tests of the project, before and after somebody changed a row. */
export async function checkProject(
  site: ImportSite,
  { fill, rows, spoil = spoilSql }: FilledWarehouse,
) {
  await site.importLines([
    '2026-02-28,zap-ios,admob,banner,US,1000,1.5',
    '2026-03-01,zap-ios,admob,banner,US,400,0.5',
    '2026-03-01,zap-ios,admob,banner,DE,100,0.25',
    '2026-03-01,zap-android,vungle,banner,US,0,0',
  ])
  await site.importLines(['2026-03-01,zap-ios,applovin,US,3,1.25'], {
    columns: 'date,app_id,channel,country,installs,cost',
  })
  await fill()
  for (const { name, sql } of models()) await rows(`CREATE VIEW ${name} AS ${sql}`)
  const daily = `SELECT app_id, app_name, network, currency, impressions, revenue, ecpm
    FROM daily_revenue WHERE date = '2026-03-01' ORDER BY app_id`
  expect((await rows(daily)).map((row) => row.map(plain))).toEqual([
    ['zap-android', 'Zap', 'vungle', 'USD', 0, 0, null],
    ['zap-ios', 'Zap', 'admob', 'USD', 500, 0.75, 1.5],
  ])
  const [spent] = await rows('SELECT count(*), sum(cost) FROM stg_adtally_spend')
  expect(spent!.map(plain)).toEqual([1, 1.25])
  for (const kind of kinds) expect(await rows(addsUp(kind)), kind.name).toEqual([])
  await rows(spoil)
  const [figures] = kinds
  const differing = await rows(addsUp(figures!))
  expect(differing.map((row) => row.slice(2).map(plain))).toEqual([['impressions', 500, 501]])
}

/** Numbers of engines that tell them as texts. */
const plain = (cell: unknown): unknown =>
  typeof cell === 'string' && /^-?\d+(\.\d+)?$/.test(cell) ? Number(cell) : cell
