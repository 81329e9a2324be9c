import type { InjectOptions } from 'fastify'
import type { Draw } from '../draw.ts'
import { posts, routes } from './routes.ts'
import { namesOf, type Studio } from './studios.ts'

/** Requests of every route: valid, almost valid and wild ones. */
export function drawWildRequest(draw: Draw, studio: Studio): InjectOptions {
  const isPost = draw.oneIn(10)
  const path = isPost ? draw.of(posts) : draw.of(routes).path
  const method = isPost && !draw.oneIn(5) ? 'POST' : draw.oneIn(20) ? draw.of(methods) : 'GET'
  const url = `${fillPath(draw, path, studio)}${drawQuery(draw, studio)}`
  const mutated = mutateSometimes(draw, url).replace(/^(?!\/)/, '/')
  const headers = drawHeaders(draw, studio)
  return {
    method: method as 'GET',
    // Fastify's injection resolves URLs, and two slashes begin the name of a host.
    url: URL.canParse(mutated, 'http://localhost') ? mutated : url,
    headers,
    ...(isPost && { payload: drawBody(draw, studio) }),
  }
}

const methods = ['HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND']

const known = [...new Set(routes.flatMap(({ query }) => query))]
const strange = ['__proto__', 'constructor', 'toString', 'then', '', 'a[]', 'startdate', 'key']

const plausible = [
  ...['2026-03-01', '2026-03-05', '0000-01-01', '9999-12-31', '2026-02-30', '-271821-04-20'],
  ...['date,network', 'app_name,platform', 'impressions:desc', 'previous_period', 'dates'],
  ...['previous_weekdays', 'previous_month', 'previous_year', 'last_28', 'revenue:gte:1'],
  ...[
    'network',
    'ad_format',
    'country',
    'app_id',
    'us,de',
    'ZZ',
    'ownnet',
    'csv',
    'json',
    'android',
  ],
  ...['1', '0', '-1', '200', '201', '1e309', 'NaN', '9'.repeat(30), '2026-03-10T15:04:05Z'],
  ...["' OR 1=1 --", '$1', '{{7*7}}', '../../etc/passwd', '\0', '\u{1F600}', '\u202e'],
  ...[
    '<script>',
    '=1+1',
    '%',
    '%zz',
    '%C3%28',
    '%00',
    'k1',
    'czE',
    'null',
    'true',
    '[object Object]',
  ],
]

function drawValue(draw: Draw, studio: Studio): string {
  const { appId, bundle, network, username } = namesOf(studio.mark)
  const own = [appId(0), bundle(0), network, username, studio.key]
  const value = draw.oneIn(3) ? draw.of(own) : draw.of(plausible)
  if (draw.oneIn(30)) return value.repeat(1 + draw.below(2_000)).slice(0, 30_000)
  return draw.oneIn(10) ? `${value},${draw.of(plausible)}` : value
}

function fillPath(draw: Draw, path: string, studio: Studio): string {
  return path.replace(/:\w+|\*$/g, () =>
    draw.oneIn(8) ? encodeURIComponent(drawValue(draw, studio)) : studio.username,
  )
}

function drawQuery(draw: Draw, studio: Studio): string {
  const pairs = Array.from({ length: draw.below(8) }, () => {
    const name = draw.oneIn(12) ? draw.of(strange) : draw.of(known)
    const value = drawValue(draw, studio)
    return `${name}=${draw.oneIn(6) ? value.replaceAll(' ', '+') : encodeURIComponent(value)}`
  })
  const right = ['start_date=2026-03-01', 'end_date=2026-03-05', 'by=app_id']
  if (draw.oneIn(2)) pairs.push(...right)
  if (!draw.oneIn(8)) pairs.push(`developer=${studio.username}`)
  return `?${pairs.join('&')}`
}

function drawHeaders(draw: Draw, studio: Studio): Record<string, string> {
  const headers: Record<string, string> = {}
  if (!draw.oneIn(6)) headers.authorization = `Bearer ${studio.key}`
  if (draw.oneIn(3)) headers.cookie = `adtally_session=${studio.visitor.token}`
  const text = () => drawValue(draw, studio).replace(/[^\x20-\x7e]/g, '')
  for (const name of [
    ...['if-none-match', 'accept-encoding', 'range', 'origin', 'x-forwarded-for'],
    'x-adtally-account',
  ]) {
    if (draw.oneIn(12)) headers[name] = text()
  }
  return headers
}

function drawBody(draw: Draw, studio: Studio): string {
  const { username } = studio
  const bodies = [
    JSON.stringify({ username, password: 'wrong' }),
    drawQuestion(draw, studio),
    drawQuestion(draw, studio),
    '{',
    '[]',
    'null',
    '{"__proto__": {"x": 1}}',
    '[['.repeat(5_000),
    'x'.repeat(20_000),
  ]
  return draw.of(bodies)
}

/** A question to the report endpoint, with values of all types. */
function drawQuestion(draw: Draw, studio: Studio): string {
  const value = () => drawValue(draw, studio)
  const values: readonly (() => unknown)[] = [
    ...[value, () => [value()], () => [value(), value()], () => draw.below(1_000), () => null],
    () => [{ dimension: draw.of(known), operator: draw.of(['is', 'is_not']), values: [value()] }],
  ]
  const pairs = Array.from({ length: draw.below(6) }, () => {
    const name = draw.oneIn(8) ? draw.of(strange) : draw.of([...known, 'filters'])
    return [name, draw.of(values)()] as const
  })
  const days = draw.oneIn(4) ? {} : { start_date: '2026-03-01', end_date: '2026-03-05' }
  return JSON.stringify({ ...days, ...Object.fromEntries(pairs) })
}

/** Sometimes changes bytes of a URL. */
function mutateSometimes(draw: Draw, url: string): string {
  if (!draw.oneIn(4)) return url
  const place = draw.below(url.length)
  const with_ = draw.of(['%', '/', '..', '//', '%2e%2e', '%00', ';', '#', '?', '&', '\\', 'é', ''])
  return url.slice(0, place) + with_ + url.slice(place + draw.below(3))
}
