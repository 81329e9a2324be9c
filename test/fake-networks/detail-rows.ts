import type { TruthRow } from './truth.ts'

/** A part of a mediation's row: what one rung of a waterfall did. */
export interface DetailRow extends TruthRow {
  readonly rung: string
  /** The lowest eCPM that the rung accepts, as its name tells it; `unknown` for a bidder. */
  readonly floor: string
  readonly testGroup: 'unknown' | 'group_b'
  readonly consent: 'yes' | 'no'
  readonly deviceType: 'phone' | 'tablet'
}

/** The rungs of every waterfall. The first is dead: it is asked and never answers. Nothing is between 8 and 0.5. */
const rungs = [
  { name: 'US $20.00', floor: '20', share: 0, consent: 'yes', deviceType: 'phone' },
  { name: 'US $8.00', floor: '8', share: 0.25, consent: 'yes', deviceType: 'phone' },
  { name: 'all $0.50', floor: '0.5', share: 0.5, consent: 'no', deviceType: 'tablet' },
  { name: '', floor: 'unknown', share: 1, consent: 'no', deviceType: 'phone' },
] as const
/** Its rows are in a test. */
const testedCountry = 'DE'

/** Draws what the rungs did of a mediation's rows. Their sums are those of the rows, but for requests. */
export const detailsOf = (rows: readonly TruthRow[]): DetailRow[] => rows.flatMap(rungsOf)

function rungsOf(row: TruthRow): DetailRow[] {
  const left = {
    impressions: row.impressions,
    revenueMicros: row.revenueMicros,
    matchedRequests: row.matchedRequests,
    clicks: row.clicks,
  }
  const taken = (of: keyof typeof left, share: number): number => {
    const part = Math.floor(left[of] * share)
    left[of] -= part
    return part
  }
  return rungs.map(({ name, share, floor, consent, deviceType }) => ({
    ...row,
    rung: name === '' ? '' : `${row.network} ${name}`,
    floor,
    consent,
    deviceType,
    testGroup: row.country === testedCountry ? 'group_b' : 'unknown',
    impressions: taken('impressions', share),
    revenueMicros: taken('revenueMicros', share),
    matchedRequests: taken('matchedRequests', share),
    clicks: taken('clicks', share),
  }))
}

/** The users of an app in a country on a day. */
export interface UserRow extends Pick<TruthRow, 'day' | 'app' | 'country'> {
  readonly dau: number
  readonly sessions: number
}

/** Draws the users who saw a mediation's ads. */
export const usersOf = (rows: readonly TruthRow[]): UserRow[] =>
  [
    ...Map.groupBy(rows, ({ app, country }) =>
      [app.package, app.platform, country].join(' '),
    ).values(),
  ].map((group) => {
    const { day, app, country } = group[0]!
    const impressions = group.reduce((total, row) => total + row.impressions, 0)
    return { day, app, country, dau: Math.ceil(impressions / 9), sessions: impressions }
  })
