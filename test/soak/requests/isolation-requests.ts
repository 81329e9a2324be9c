import { factNames } from '../../../src/facts/kinds.ts'
import { type Query, withQuery } from '../../fixtures/report-server.ts'
import type { Draw } from '../draw.ts'
import { type Route, routes, toolPath, tools } from './routes.ts'
import { namesOf, platforms, reportedDays } from './studios.ts'

/** A request that contains the names of one mark. */
export interface DrawnRequest {
  readonly route: Route
  /** The same URL with a given mark instead. */
  readonly urlWith: (mark: string) => string
}

/** Texts from earlier answers that later requests may contain: cursors of any account. */
export type Cursors = readonly string[]

export function drawRequest(draw: Draw, username: string, cursors: Cursors): DrawnRequest {
  const route = draw.of([...routes.filter(({ access }) => access !== 'nobody'), ...tools])
  const seeds = route.query.map((name) => [name, draw.below(1_000_000)] as const)
  const chosen = seeds.filter(
    ([name]) =>
      (name.endsWith('_date') && name !== 'compare_start_date') ||
      ['by', 'name', 'compare'].includes(name) ||
      draw.oneIn(4),
  )
  const [nth, place] = [draw.below(platforms.length), draw.below(1_000)]
  const asks = draw.oneIn(3)
  const urlWith = (mark: string) => {
    const names = namesOf(mark)
    const values = valuesOf(mark, cursors)
    const path = route.path
      // The account in the path is the viewer's own, or one that the viewer has no key of.
      .replace(':username', asks ? names.username : username)
      .replace(':month', months[place % 2]!)
      .replace(':id', String(1 + (place % 60)))
      .replace(':platform', platforms[nth] === 'ios' ? 'ios' : 'android')
      .replace(':identifier', place % 2 ? names.bundle(nth) : names.appId(nth))
    const query = Object.fromEntries(
      chosen.map(([name, seed]) => {
        const of = values[name] ?? ['1']
        return [name, of[seed % of.length]]
      }),
    )
    const namesAccount = route.access === 'key' && !path.startsWith(toolPath)
    const developer = route.path.includes(':username') ? {} : { developer: username }
    return withQuery(path, { ...(namesAccount && developer), ...(query as Query) })
  }
  return { route, urlWith }
}

const months = ['2026-02', '2026-03']

const valuesOf = (mark: string, cursors: Cursors): Readonly<Record<string, readonly string[]>> => {
  const { appId, bundle, network, adTag, rung, channel, partner, connection } = namesOf(mark)
  return {
    start_date: ['2026-03-01', '2026-02-01', reportedDays[1]!],
    end_date: ['2026-03-05', '2026-03-09', reportedDays[2]!],
    app_id: [appId(0), `${appId(0)},${appId(1)}`, appId(2)],
    app_bundle_id: [bundle(0)],
    android_package: [bundle(1), bundle(2)],
    app_store_id: ['1', '900000001'],
    platform: ['android', 'amazon'],
    network: [network, 'ownnet', `ownnet,${network}`],
    ad_tag: [adTag],
    geo: ['us', 'us,de'],
    country: ['US'],
    format: ['csv', 'json', 'video'],
    creative_type: ['video'],
    group_by: ['network', 'format', 'country'],
    by: ['network', 'ad_format', 'country', 'app_id', 'platform'],
    as_of: ['2026-03-10T15:04:05Z', '2026-03-01T00:00:00Z'],
    since: cursors.length > 0 ? cursors : ['none'],
    cursor: cursors.length > 0 ? cursors : ['none'],
    dimensions: [
      'date,network',
      'app_id,app_name',
      'week,app_name,country',
      'month,ad_tag',
      'date',
      ...['rung,floor', 'source,network,rung', 'app_id,placement,test_group', 'consent,ad_tag'],
      ...['channel,age', 'app_id,campaign', 'age,app_id', 'channel', 'partner,share_rule'],
    ],
    metrics: [
      ...['impressions,clicks,installs', 'revenue,impressions', 'impressions,ctr,cvr'],
      ...['attempts,responses,impressions', 'cost,spend_installs,cpi', 'cohort_users,active_users'],
      'revenue_shared,revenue_net,net_share',
    ],
    kind: factNames,
    source: [network, 'ownnet'],
    rung: [rung, `${rung},unattributed`, 'not_booked'],
    floor: ['12.5', 'unknown'],
    placement: ['default'],
    consent: ['yes', 'unknown'],
    channel: [channel],
    partner: [partner],
    share_rule: ['1', '2,3'],
    campaign: ['default', rung],
    age: ['7', '0', '7,30'],
    rung_not: [rung],
    channel_not: [channel],
    order_by: ['impressions:desc', 'impressions'],
    days: ['last_28', 'month_to_date', 'previous_month'],
    having: ['impressions:gte:1', 'revenue:lt:1000,clicks:gt:0'],
    compare_start_date: ['2026-02-01'],
    compare: ['previous_period', 'previous_weekdays', 'previous_year', '2026-02-01'],
    fill: ['dates'],
    include: ['total_rows', 'freshness', 'total_rows,citation'],
    ad_format: ['video', 'banner,video'],
    app_id_not: [appId(0), appId(1)],
    network_not: ['ownnet', network],
    ad_tag_not: [adTag],
    platform_not: ['amazon'],
    country_not: ['US', 'DE'],
    ad_format_not: ['video'],
    limit: ['1', '5', '200'],
    name: [connection],
    action: ['sign_in', 'figures_imported'],
    from: months,
    to: months,
    month: months,
    statement: ['S1', 'S3'],
    waiting: ['true', 'false'],
    before: ['1', '2', '3', '999999'],
  }
}
