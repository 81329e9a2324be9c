import { type NumberText, written } from '../fixtures/exact-json.ts'

// The expected answers of /api/v2/publisher/applications and …/stats, computed in the most obvious
// way from docs/api/. Nothing is imported from src/.

export interface NaiveApp {
  readonly appId: string
  readonly name: string
  readonly platform: 'ios' | 'android' | 'amazon'
  readonly storeId: number | null
  readonly bundle: string | null
  readonly package: string | null
}

export interface NaiveFigure {
  readonly date: string
  readonly appId: string
  readonly network: string
  readonly format: string
  readonly country: string
  readonly adTag: string | null
  readonly impressions: bigint
  readonly clicks: bigint | null
  readonly micros: bigint
}

export interface NaiveAccount {
  readonly currency: string
  readonly apps: readonly NaiveApp[]
  readonly figures: readonly NaiveFigure[]
}

/** A parsed question about an account. */
export interface NaiveQuestion {
  readonly firstDate: string
  readonly lastDate: string
  /** Ids of the selected apps; null without a selector. */
  readonly appIds: readonly string[] | null
  /** Upper case; null for no filter. */
  readonly countries: readonly string[] | null
  /** Lower case; null for no filter. */
  readonly networks: readonly string[] | null
  readonly groupBy: 'network' | 'format' | 'country' | null
}

/** The figures after an import, which replaces each day, app and network that it contains. */
export function restate(
  figures: readonly NaiveFigure[],
  imported: readonly NaiveFigure[],
): NaiveFigure[] {
  const slice = ({ date, appId, network }: NaiveFigure) => JSON.stringify([date, appId, network])
  const replaced = new Set(imported.map(slice))
  return [...figures.filter((figure) => !replaced.has(slice(figure))), ...imported]
}

export function naiveStats(account: NaiveAccount, question: NaiveQuestion): unknown {
  const figures = account.figures.filter(
    ({ date, appId, country, network }) =>
      date >= question.firstDate &&
      date <= question.lastDate &&
      (question.appIds?.includes(appId) ?? true) &&
      (question.countries?.includes(country) ?? true) &&
      (question.networks?.includes(network) ?? true),
  )
  if (question.groupBy) return grouped(figures, question.groupBy)
  if (!question.appIds) {
    const data = byNameAndId(account.apps).map(({ appId, name }) => ({
      app_name: name,
      app_id: appId,
      data: threeMembers(figures.filter((figure) => figure.appId === appId)),
    }))
    return { data }
  }
  return detailed(account, figures)
}

function grouped(figures: readonly NaiveFigure[], groupBy: 'network' | 'format' | 'country') {
  const member = { network: 'ad_network', format: 'format', country: 'country_code' }[groupBy]
  const names = [...new Set(figures.map((figure) => figure[groupBy]))].sort(byBytes)
  const groups = names.map((name) => ({
    name,
    figures: figures.filter((figure) => figure[groupBy] === name),
  }))
  // Sorting is stable: equal ones stay in the order of their names.
  groups.sort((a, b) => descending(micros(a.figures), micros(b.figures)))
  const data = groups.map((group) => ({ [member]: group.name, ...threeMembers(group.figures) }))
  return { stats: 'full', group_by: groupBy, data }
}

function detailed({ apps, currency }: NaiveAccount, figures: readonly NaiveFigure[]) {
  const data: unknown[] = []
  for (const date of [...new Set(figures.map((figure) => figure.date))].sort(byBytes)) {
    for (const app of byNameAndId(apps)) {
      const ofApp = figures.filter((each) => each.date === date && each.appId === app.appId)
      for (const network of [...new Set(ofApp.map((each) => each.network))].sort(byBytes)) {
        const ofNetwork = ofApp.filter((each) => each.network === network)
        for (const format of [...new Set(ofNetwork.map((each) => each.format))].sort(byBytes)) {
          const ofFormat = ofNetwork.filter((each) => each.format === format)
          const countries = [...new Set(ofFormat.map((each) => each.country))].sort(byBytes)
          data.push({
            date,
            app_id: app.appId,
            app_name: app.name,
            network,
            platform: app.platform,
            format,
            data: countries.map((country) => ({
              country_code: country,
              currency,
              ...fourMembers(ofFormat.filter((each) => each.country === country)),
            })),
          })
        }
      }
    }
  }
  return { stats: 'full', aggregated_data: fourMembers(figures), data }
}

/** The body of /api/v2/publisher/applications, with parsed links. */
export function naiveApplications(
  { apps }: NaiveAccount,
  links: { readonly baseUrl: string; readonly query: Readonly<Record<string, string>> },
): unknown {
  const data = byNameAndId(apps).map((app) => ({
    app_id: app.appId,
    app_name: app.name,
    platform: app.platform,
    dashboard_url: `${links.baseUrl}/dashboard/apps/${encodeURIComponent(app.appId)}`,
    api_url: {
      address: `${links.baseUrl}/api/v2/publisher/applications/stats`,
      query: { app_id: app.appId, ...links.query },
    },
    ...(app.storeId !== null && { app_store_id: written(String(app.storeId)) }),
    ...(app.bundle !== null && { app_bundle_id: app.bundle }),
    ...(app.package !== null && { android_package: app.package }),
  }))
  return { data }
}

const threeMembers = (figures: readonly NaiveFigure[]) => ({
  impressions: written(String(impressions(figures))),
  revenue_in_cents: rounded(micros(figures), 10_000n, 0),
  // Cents per thousand impressions.
  ecpm_cents: rounded(micros(figures) * 1_000n, 10_000n * impressions(figures), 4),
})

const fourMembers = (figures: readonly NaiveFigure[]) => ({
  ...threeMembers(figures),
  clicks: written(String(add(figures.map((figure) => figure.clicks ?? 0n)))),
})

const impressions = (figures: readonly NaiveFigure[]) =>
  add(figures.map((figure) => figure.impressions))

const micros = (figures: readonly NaiveFigure[]) => add(figures.map((figure) => figure.micros))

const add = (values: readonly bigint[]) => values.reduce((total, value) => total + value, 0n)

/**
 * `numerator ÷ denominator` as a decimal with at most this many places, rounded half away from zero,
 * without trailing zeros; 0 when the denominator is 0.
 */
export function rounded(numerator: bigint, denominator: bigint, places: number): NumberText {
  if (denominator === 0n) return written('0')
  const size = numerator < 0n ? -numerator : numerator
  // floor(x + 1/2) of x = size × 10^places ÷ denominator.
  const units = (2n * size * 10n ** BigInt(places) + denominator) / (2n * denominator)
  const digits = units.toString().padStart(places + 1, '0')
  const point = digits.length - places
  const fraction = digits.slice(point).replace(/0*$/, '')
  const sign = numerator < 0n && units > 0n ? '-' : ''
  return written(`${sign}${digits.slice(0, point)}${fraction && `.${fraction}`}`)
}

const descending = (a: bigint, b: bigint) => (a > b ? -1 : a < b ? 1 : 0)

const byBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b))

const byNameAndId = (apps: readonly NaiveApp[]) =>
  [...apps].sort((a, b) => byBytes(a.name, b.name) || byBytes(a.appId, b.appId))
