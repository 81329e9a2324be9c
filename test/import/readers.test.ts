import { expect, test } from 'vitest'
import type { GivenFile } from '../../src/sources/readers/input-file.ts'
import { csv, header, type ImportSite, openSite } from './import-site.ts'

const days = Array.from(
  { length: 14 },
  (_, index) => `2026-02-${String(index + 1).padStart(2, '0')}`,
)
const countries = ['AT', 'BR', 'CA', 'DE', 'ES', 'FR', 'GB', 'IN', 'JP', 'US']
const minImports = 8
const minReads = 16

/** 14 days, 2 apps, 2 networks and 10 countries: 560 rows, all with the same figures. */
const state = (impressions: number, revenue: string, format: string) =>
  days.flatMap((day) =>
    ['zap-ios', 'brick'].flatMap((app) =>
      ['ownnet', 'admob'].flatMap((network) =>
        countries.map(
          (country) => `${day},${app},${network},${format},${country},${impressions},${revenue},1`,
        ),
      ),
    ),
  )

/** Totals of one app's 280 rows. */
interface Totals {
  readonly impressions: number
  readonly cents: number
}

// 280 × 100 and 280 × 2 dollars, or 280 × 7 and 280 × 0.05 dollars.
const totals: readonly Totals[] = [
  { impressions: 28_000, cents: 56_000 },
  { impressions: 1_960, cents: 1_400 },
]

const isState = (impressions: number, cents: number, apps: number): boolean =>
  totals.some((one) => one.impressions * apps === impressions && one.cents * apps === cents)

test('readers see the old or the new figures while imports restate them', async () => {
  const site = await openSite()
  const columns = `${header},clicks`
  const files = [
    await site.file('a.csv', csv(state(100, '2', 'video'), columns)),
    await site.file('b.csv', csv(state(7, '0.05', 'banner'), columns)),
  ] as const
  await site.importStats([files[0]])

  let done = false
  const reads = { allApps: 0, detail: 0, grouped: 0 }
  const seen = new Set<number>()
  const enough = () => seen.size > 1 && Math.min(...Object.values(reads)) >= minReads
  const writing = restate(site, files, enough).finally(() => {
    done = true
  })
  const range = { start_date: days[0]!, end_date: days.at(-1)! }

  const readAllApps = async () => {
    while (!done) {
      const { data } = await site.report(range)
      for (const app of data.filter(({ app_id: id }: { app_id: string }) => id !== 'zap-android')) {
        const { impressions, revenue_in_cents: cents } = app.data
        expect(isState(impressions, cents, 1)).toBe(true)
        seen.add(impressions)
      }
      expect(new Set(data.map((app: AllAppsItem) => app.data.impressions)).size).toBe(2)
      reads.allApps++
    }
  }
  const readDetail = async () => {
    while (!done) {
      const report = await site.report({ ...range, app_id: 'zap-ios,brick' })
      const { impressions, revenue_in_cents: cents, clicks } = report.aggregated_data
      expect(isState(impressions, cents, 2)).toBe(true)
      expect(clicks).toBe(560)
      const rows = (report.data as DetailEntry[]).flatMap((entry) => entry.data)
      expect(rows).toHaveLength(560)
      expect(rows.reduce((sum, row) => sum + row.impressions, 0)).toBe(impressions)
      expect(rows.reduce((sum, row) => sum + row.revenue_in_cents, 0)).toBe(cents)
      expect(new Set(report.data.map((entry: DetailEntry) => entry.format)).size).toBe(1)
      reads.detail++
    }
  }
  const readGrouped = async () => {
    while (!done) {
      for (const groupBy of ['network', 'format', 'country']) {
        const { data } = await site.report({ ...range, group_by: groupBy })
        const sum = (member: 'impressions' | 'revenue_in_cents') =>
          data.reduce((total: number, group: Group) => total + group[member], 0)
        expect(isState(sum('impressions'), sum('revenue_in_cents'), 2)).toBe(true)
        reads.grouped++
      }
    }
  }
  await Promise.all([writing, readAllApps(), readDetail(), readGrouped()])
  expect(seen).toEqual(new Set(totals.map(({ impressions }) => impressions)))
})

/** Alternates between the states, at least a few times, until there were enough reads. */
async function restate(
  site: ImportSite,
  files: readonly [GivenFile, GivenFile],
  enough: () => boolean,
): Promise<void> {
  for (let round = 1; round <= minImports || !enough(); round++) {
    await site.importStats([files[round % 2]!])
  }
}

interface AllAppsItem {
  readonly data: { readonly impressions: number }
}

interface Group {
  readonly impressions: number
  readonly revenue_in_cents: number
}

interface DetailEntry {
  readonly format: string
  readonly data: readonly Group[]
}
