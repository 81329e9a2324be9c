import type { FastifyInstance } from 'fastify'
import { expect } from 'vitest'
import type { Permission } from '../../../src/publishers/principal.ts'

/** The credentials that a route needs. */
type Access = 'key' | 'session' | 'link' | 'nobody'

/** A route that answers GET, and its parameters. */
export interface Route {
  readonly path: string
  readonly access: Access
  readonly query: readonly string[]
  /** The permissions of which one is enough; see src/http/plugins/needs.ts. */
  readonly needs: readonly Permission[]
  /** Whether callers who see only some apps are refused. */
  readonly ofAllApps?: true
}

const days = ['start_date', 'end_date']
const selectors = ['app_id', 'app_store_id', 'app_bundle_id', 'android_package', 'platform']
const figures = [...days, 'as_of', 'network', 'format', 'creative_type', 'ad_tag', 'platform']
const lookedAt = ['app_id', 'platform', 'network', 'ad_format', 'country']
const ofSlices = ['app_id', 'platform', 'network']
const compared = ['compare', 'compare_start_date']
const list = ['limit', 'cursor', 'callback']

const deepFilters = [
  'source',
  'rung',
  'floor',
  'placement',
  'consent',
  'channel',
  'campaign',
  'age',
]
const filters = ['app_id', 'platform', 'network', 'ad_format', 'country', 'ad_tag', ...deepFilters]
const parametersOfReports = [
  ...[
    'dimensions',
    'metrics',
    'days',
    'order_by',
    'having',
    'limit',
    'cursor',
    'compare',
    'fill',
    'include',
    'as_of',
  ],
  ...[...filters, ...filters.map((name) => `${name}_not`), 'format'],
]

const route = (access: Access, path: string, ...query: string[]): Route => ({
  access,
  path,
  query,
  needs: path === '/api/v2/publisher/imports/:id' ? ['read', 'import'] : ['read'],
})
const v1Lists = (path: string) =>
  ['activity', 'checkins', 'discussions'].map((name) => route('nobody', `${path}/${name}`, ...list))

/** Before the name of a tool, whose question is sent to `/mcp`. */
export const toolPath = '/mcp/'

const money = '/api/v2/publisher/money'
const ofDashboard = '/dashboard/api/money'

/** Every route of the public listener. {@link expectEveryRoute} fails when one is missing. */
export const routes: readonly Route[] = [
  route('key', '/api/v2/publisher/applications'),
  route(
    ...(['key', '/api/v2/publisher/applications/stats'] as const),
    ...[...days, ...selectors, 'geo', 'network', 'group_by', 'as_of'],
  ),
  route('key', '/api/v2/publisher/changes', 'since', 'limit'),
  route('key', '/api/v2/publisher/report/changed', 'since', 'limit', 'kind'),
  route('key', '/api/v2/publisher/freshness', ...days, 'days', 'kind'),
  route('key', '/api/v2/publisher/report', ...days, ...parametersOfReports),
  route('key', '/api/v2/publisher/report/schema'),
  route('key', '/c/:citation'),
  route('key', '/status'),
  route('key', '/api/v2/publisher/imports', 'before'),
  route('key', '/api/v2/publisher/imports/:id'),
  ...[
    route('key', money, 'from', 'to'),
    route('key', `${money}/months`),
    route('key', `${money}/months/:month`),
    route('key', `${money}/journal`, 'from', 'to', 'format'),
    route('key', `${money}/lines`, 'statement', 'network', 'month', 'waiting', 'limit'),
    route('key', `${money}/statements`),
    route('key', `${money}/terms`),
    ...['', '/journal'].map((name) => route('session', `${ofDashboard}${name}`, 'from', 'to')),
    route('session', `${ofDashboard}/lines`, 'statement', 'network', 'month', 'waiting'),
    ...['months', 'statements', 'terms', 'mappings'].map((name) =>
      route('session', `${ofDashboard}/${name}`),
    ),
    ...['', '/mark', '/key'].map((name) => route('session', `/dashboard/api/partners${name}`)),
    route('session', '/dashboard/api/partners/adjustments', 'partner'),
    route('session', '/dashboard/api/partners/statement', 'partner', 'statement', 'format'),
    route('session', '/dashboard/api/share'),
    route('session', '/dashboard/api/share/statement', 'statement', 'format'),
  ].map((one): Route => ({ ...one, needs: ['finance'], ofAllApps: true })),
  route('key', '/api/publisher'),
  route('key', '/api/publisher/:username', ...figures),
  route('key', '/api/publisher/:username/:platform/:identifier', ...figures),
  route('session', '/dashboard/api/account'),
  route('session', '/dashboard/api/comparison', ...days, ...compared, ...lookedAt),
  route('session', '/dashboard/api/contributions', ...days, ...compared, 'limit', ...lookedAt),
  route('session', '/dashboard/api/anomalies', ...days, 'by', 'limit', ...lookedAt),
  ...['forecast', 'home'].map((name) => route('session', `/dashboard/api/${name}`, ...lookedAt)),
  route('session', '/dashboard/api/to-do'),
  route('session', '/dashboard/api/share/mark'),
  route('session', '/dashboard/api/digests/preview', 'period'),
  route('session', '/dashboard/api/report', ...days, ...parametersOfReports),
  route('session', '/dashboard/api/citations/:citation'),
  route('session', '/dashboard/api/freshness', ...days),
  route('session', '/dashboard/api/imports', 'before'),
  route('session', '/dashboard/api/imports/request', 'id'),
  ...[
    route('session', '/dashboard/api/restatements', ...days, 'limit', ...ofSlices),
    route('session', '/dashboard/api/earlier-figures', ...days, 'as_of', ...lookedAt),
  ],
  ...[
    route('session', '/dashboard/api/secondary-reports'),
    route(
      ...(['session', '/dashboard/api/reconciliation'] as const),
      ...[...days, 'within_start_date', 'within_end_date', 'report', 'tolerance', 'by'],
      ...ofSlices,
    ),
    route('session', '/dashboard/api/connections'),
    route('session', '/dashboard/api/connections/days', 'name', ...days),
  ].map((one): Route => ({ ...one, ofAllApps: true })),
  route('session', '/dashboard/api/profile'),
  route('session', '/dashboard/api/views'),
  route('session', '/dashboard/api/notes'),
  route('session', '/dashboard/api/apps'),
  { ...route('session', '/dashboard/api/rates'), ofAllApps: true },
  route('nobody', '/dashboard/api/sign-in/options'),
  route('nobody', '/dashboard/api/provider/callback', 'code', 'state', 'iss', 'error'),
  ...[
    route('session', '/dashboard/api/users'),
    route('session', '/dashboard/api/keys'),
    route('session', '/dashboard/api/links'),
    route('session', '/dashboard/api/connections/networks'),
    route('session', '/dashboard/api/audit', 'before', 'action'),
  ].map((one): Route => ({ ...one, needs: ['manage'] })),
  { ...route('session', '/dashboard/api/imports/sources'), needs: ['import'] },
  { ...route('session', '/dashboard/api/alerts/rules'), needs: ['import'], ofAllApps: true },
  route('session', '/dashboard/api/alerts'),
  ...['channels', 'destinations'].map(
    (name): Route => ({
      ...route('session', `/dashboard/api/${name}`),
      needs: ['import'],
      ofAllApps: true,
    }),
  ),
  route('nobody', '/unsubscribe/:token'),
  route('link', '/shared/reports/:token'),
  route('link', '/shared/reports/:token/status'),
  route('link', '/shared/reports/:token/badge.svg'),
  ...['/dashboard', '/dashboard/api', '/dashboard*', '/dashboard/api*', '/', '/healthz'].map(
    (path) => route('nobody', path),
  ),
  ...['/readyz', '/documentation', '/games/:slug', '/users/:username'].map((path) =>
    route('nobody', path),
  ),
  ...['/openapi.json', '/docs', '/docs/problems/:code', '/llms.txt'].map((path) =>
    route('nobody', path),
  ),
  route('nobody', '/api/v1', 'callback'),
  ...['games', 'users', 'activity'].map((name) => route('nobody', `/api/v1/${name}`, ...list)),
  ...['android', 'ios'].map((name) => route('nobody', `/api/v1/activity/${name}`, ...list)),
  ...['games/:id', 'users/:username', 'activity/:id'].map((path) =>
    route('nobody', `/api/v1/${path}`, 'callback'),
  ),
  route('nobody', '/api/v1/games/:id/players', ...list),
  route('nobody', '/api/v1/users/:username/games', ...list),
  ...v1Lists('/api/v1/games/:id'),
  ...v1Lists('/api/v1/users/:username'),
]

/** Questions of agents, each with the arguments of its tool. The last part of the path is the tool. */
export const tools: readonly Route[] = [
  route('key', `${toolPath}describe_data`),
  route(
    ...(['key', `${toolPath}run_report`] as const),
    ...[...days, ...filters, 'dimensions', 'metrics', 'order_by', 'limit', 'cursor', 'as_of'],
  ),
  route('key', `${toolPath}explain_change`, ...days, 'compare', 'app_id', 'network', 'country'),
  route('key', `${toolPath}list_changes`, 'cursor', 'limit'),
  route('key', `${toolPath}get_freshness`, ...days, 'network'),
]

/** Routes with the method POST. */
export const posts = [
  ...['', '/:id/undo'].map((path) => `/api/v2/publisher/imports${path}`),
  '/api/v2/publisher/report',
  '/mcp',
  '/unsubscribe/:token',
  ...['months/:month/close', 'lines/:id/assign', 'statements', 'statements/:id/undo', 'terms'].map(
    (path) => `${money}/${path}`,
  ),
  ...[
    ...['months/close', 'months/reopen', 'lines/assign', 'lines/mark'],
    ...['statements/add', 'statements/undo', 'terms/set', 'terms/remove'],
    ...['mappings/save', 'mappings/delete', 'keys/trust', 'keys/forget'],
  ].map((path) => `${ofDashboard}/${path}`),
  ...[
    ...['sign-in', 'sign-out', 'provider/begin', 'account/choose'],
    ...['set-up', 'set-up/check'],
    ...['invitations', 'invitations/show', 'invitations/accept', 'users/role', 'users/remove'],
    ...['sessions/end', 'password'],
    ...['second-factor/begin', 'second-factor/confirm', 'second-factor/remove'],
    ...['keys/create', 'keys/narrow', 'keys/rotate', 'keys/reveal', 'keys/revoke'],
    ...['links/create', 'links/revoke'],
    ...['add', 'change', 'remove', 'try', 'test', 'pull', 'pause', 'resume', 'confirm'].map(
      (action) => `connections/${action}`,
    ),
    ...['connections/consent/begin', 'connections/consent/finish'],
    ...['save', 'change', 'share', 'delete', 'withdraw'].map((action) => `views/${action}`),
    'citations/save',
    'alerts/acknowledge',
    ...['set', 'remove', 'test'].map((action) => `alerts/rules/${action}`),
    ...['add', 'change', 'remove', 'rotate', 'test', 'replay'].map(
      (action) => `channels/${action}`,
    ),
    ...['add', 'change', 'remove', 'test'].map((action) => `destinations/${action}`),
    ...['set', 'assign', 'unassign', 'month', 'approve', 'adjust', 'unadjust'].map(
      (action) => `partners/${action}`,
    ),
    ...['shares/add', 'shares/end', 'payouts/add', 'payouts/remove', 'mark/set'].map(
      (action) => `partners/${action}`,
    ),
    ...['add', 'change', 'delete'].map((action) => `notes/${action}`),
    ...['rename', 'link', 'unlink', 'merge'].map((action) => `apps/${action}`),
    ...['rates/add', 'rates/fetch', 'rates/apply'],
    ...['imports/upload', 'imports/undo', 'imports/dismiss', 'imports/network'],
  ].map((name) => `/dashboard/api/${name}`),
]

/** Fails when the server has a route that is not listed here. */
export async function expectEveryRoute(app: FastifyInstance): Promise<void> {
  await app.ready()
  const known = new Set([...routes.map(({ path }) => path), ...posts])
  const found = pathsOf(app.printRoutes({ commonPrefix: false, method: 'GET' }))
  const isAsset = (path: string) => /^\/(dashboard|docs)\/assets\//.test(path)
  expect(found.filter((path) => !known.has(path) && !isAsset(path))).toEqual([])
}

/** The paths of a route tree as Fastify prints it: four characters for each level. */
function pathsOf(tree: string): string[] {
  const parents: string[] = []
  return tree
    .split('\n')
    .filter((line) => line.includes('── '))
    .map((line) => {
      const level = line.indexOf('── ') / 4
      const [, part = ''] = /── (.*?)(?: \([A-Z, ]+\))?$/.exec(line) ?? []
      parents.length = Math.floor(level)
      const path = [...parents, part].join('').replace(/^\/\//, '/')
      parents.push(part)
      return path === '' ? '/' : path.replace(/(.)\/$/, '$1')
    })
}
