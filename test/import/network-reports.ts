import { csv } from './import-site.ts'

// Reports with the networks' own columns; all figures are invented.

export interface InmobiRow {
  readonly date: string
  readonly id: string
  readonly name: string
  readonly platform: string
  readonly bundle: string
  readonly country: string
  readonly impressions: string
  readonly clicks: string
  readonly earnings: string
}

const inmobiRow: InmobiRow = {
  date: '2026-03-01',
  id: '71',
  name: 'Zap',
  platform: 'iOS',
  bundle: 'com.example.zap',
  country: 'US',
  impressions: '10',
  clicks: '1',
  earnings: '0.01',
}

/** InMobi's report by day and app as CSV; rows are for the app `zap-ios` by default. */
export function inmobiReport(rows: readonly Partial<InmobiRow>[]): string {
  const lines = rows.map((changes) => {
    const row = { ...inmobiRow, ...changes }
    const app = [row.id, row.name, row.platform, row.bundle]
    return [row.date, ...app, 'banner', row.country, row.impressions, row.clicks, row.earnings]
  })
  return csv(
    lines.map((cells) => cells.join(',')),
    'date,inmobiAppId,inmobiAppName,platform,bundleId,adUnitType,country,adImpressions,clicks,earnings',
  )
}

export const inmobiDashboardColumns = 'Country,Ad Impressions Rendered,Publisher Revenue'
export const verveDashboardColumns = 'Country Name,Payout,Impressions,Ecpm Payout'
export const maxDashboardColumns = 'Country,Est. Revenue,Impressions,eCPM'

/** InMobi's dashboard report: countries, without day and app. */
export const inmobiDashboard = (lines: readonly string[]) => csv(lines, inmobiDashboardColumns)
/** Verve's dashboard report, without day and app. */
export const verveDashboard = (lines: readonly string[]) => csv(lines, verveDashboardColumns)
/** MAX's dashboard report, without day and app. */
export const maxDashboard = (lines: readonly string[]) => csv(lines, maxDashboardColumns)

export interface PangleRow {
  readonly day: string
  readonly package: string
  readonly slot: string | null
  readonly os: string
  readonly country: string
  readonly impressions: string
  readonly clicks: string | null
  readonly requests: string | null
  readonly matched: string | null
  readonly revenue: string
  readonly currency: string
}

/** Pangle's answer, whose rows state their currency; they are for the app `zap-ios` by default. */
export function pangleAnswer(rows: readonly Partial<PangleRow>[]): string {
  const days: Record<string, Record<string, unknown>[]> = {}
  for (const row of rows) {
    const { day = '2026-03-01', package: name = 'com.example.zap', clicks = '1' } = row
    days[day] ??= []
    days[day].push({
      app_id: `id of ${name}`,
      app_name: name,
      os: row.os ?? 'ios',
      package_name: name,
      ad_slot_id: row.slot ?? null,
      ad_slot_type: 2,
      region: row.country ?? 'US',
      show: row.impressions ?? '10',
      click: clicks,
      request: row.requests ?? null,
      return: row.matched ?? null,
      revenue: row.revenue ?? '1',
      currency: row.currency ?? 'usd',
    })
  }
  return JSON.stringify({ Code: '100', Data: days })
}

/** One page of Mintegral's answer with a row for each country, for the app `5501`. */
export function mintegralPage(
  page: number,
  pages: number,
  rows: readonly { readonly country: string; readonly impressions: number }[],
): string {
  const lists = rows.map(({ country, impressions }) => ({
    date: 20260301,
    app_id: 5501,
    app_name: 'Zap',
    platform: 'ios',
    ad_format: 'sdk_banner',
    country,
    impression: impressions,
    click: 1,
    est_revenue: 0.25,
  }))
  return JSON.stringify({ code: 'ok', data: { page, total_page: pages, lists } })
}
