import type { TruthRow } from './truth.ts'

/** A campaign's day in a country. */
export interface SpendRow extends Pick<TruthRow, 'day' | 'app' | 'country'> {
  readonly campaign: string
  readonly impressions: number
  readonly clicks: number
  readonly installs: number
  readonly costMicros: number
}

/** Draws the campaigns of each app: one for each format of its ads. */
export const spendOf = (rows: readonly TruthRow[]): SpendRow[] =>
  rows.map(({ day, app, country, format, impressions, clicks, revenueMicros }) => ({
    day,
    app,
    country,
    campaign: `${app.name} ${format}`,
    impressions,
    clicks,
    installs: Math.floor(clicks / 3),
    costMicros: Math.floor(revenueMicros / 2),
  }))
