import { beforeAll, describe, expect, test } from 'vitest'
import { deleteFigures } from '../../../src/use-cases/delete-figures.ts'
import {
  maxCitationCharacters,
  readCitation,
  writeCitation,
} from '../../../src/use-cases/report/citation.ts'
import { saveCitation } from '../../../src/use-cases/report/save-citation.ts'
import { undoImport } from '../../../src/use-cases/undo-import.ts'
import { openTemporaryInstallation } from '../../fixtures/installation.ts'
import { expectProblem } from '../../fixtures/problem-body.ts'
import { type Query, serveReports } from '../../fixtures/report-server.ts'
import { shareSite } from '../../fixtures/share-site.ts'

const site = shareSite(async () => {
  const installation = await openTemporaryInstallation()
  const server = serveReports(installation)
  for (const username of ['studio', 'rival']) await installation.addAccount({ username })
  await installation.importApps(
    ['hop', 'zap'].map((app) => ({
      app_id: app,
      publisher: 'studio',
      app_name: app,
      platform: 'ios',
    })),
  )
  return { installation, server, remove: installation.remove }
})

const row = (date: string, app: string, network: string, revenue: string) => ({
  date,
  app_id: app,
  network,
  format: 'video',
  country: 'US',
  impressions: 1_000,
  revenue,
})

const keys: Record<string, string> = {}

beforeAll(async () => {
  const { installation } = site
  const [hop] = await installation.apps.byIds(['hop'])
  const add = async (name: string, account = 'studio', apps: number[] | null = null) => {
    const scope = { permissions: ['read'] as const, apps, expiresAtMs: null }
    keys[name] = (await installation.keys.create(account, name, scope)).key
  }
  await add('all')
  await add('of hop', 'studio', [hop!.key])
  await add('rival', 'rival')
  const rows = [
    row('2026-02-01', 'hop', 'admob', '100.000001'),
    row('2026-02-01', 'zap', 'admob', '50'),
    row('2026-02-02', 'hop', 'unityads', '7'),
  ]
  await installation.importFigures(rows)
})

const get = (path: string, key: string, query: Query = {}) =>
  site.server.get(path, query, { authorization: `Bearer ${keys[key]}` })

const report = '/api/v2/publisher/report'
const february = { start_date: '2026-02-01', end_date: '2026-02-28' }

async function cite(key: string, query: Query): Promise<string> {
  const response = await get(report, key, { ...february, include: 'citation', ...query })
  expect(response.statusCode, response.body).toBe(200)
  return response.json().meta.citation
}

test('is in answers that ask for it, and in no others', async () => {
  expect(await cite('all', { metrics: 'revenue' })).toMatch(/^\/c\/[\w-]+$/)
  expect((await get(report, 'all', february)).json().meta).not.toHaveProperty('citation')
  const settled = await get(report, 'all', {
    ...february,
    metrics: 'paid_ratio',
    include: 'citation',
  })
  expect(settled.json()).toMatchObject({
    code: 'bad_parameters',
    errors: [{ parameter: 'include' }],
  })
  const values = Array.from({ length: 1_000 }, (_, at) => `tag ${(at * 7_919) % 99_991}`).join()
  expect(await cite('all', { metrics: 'revenue', ad_tag_not: values })).toBeNull()
})

test('has a short path once it is saved, which gives no right either', async () => {
  const { call } = site.installation
  const path = await cite('all', { metrics: 'revenue', dimensions: 'date' })
  const { citation: short } = await call(saveCitation, { username: 'studio', citation: path })
  expect(short).toMatch(/^\/c\/[\w-]{12}$/)
  expect(await call(saveCitation, { username: 'studio', citation: path })).toEqual({
    citation: short,
  })
  const { citation: _, ...long } = (await get(path, 'all')).json()
  expect((await get(short, 'all')).json()).toEqual({ ...long, citation: short })
  for (const key of ['of hop', 'rival']) {
    expectProblem(await get(short, key), 404, 'unknown_citation')
  }
  const ofAnother = call(saveCitation, { username: 'rival', citation: path })
  await expect(ofAnother).rejects.toMatchObject({ code: 'question_refused' })
  expectProblem(await get('/c/abcdefghijkl', 'all'), 404, 'unknown_citation')
})

test('shows the figures then and now, and what changed them', async () => {
  const { installation } = site
  const query = { dimensions: 'network', metrics: 'revenue,ecpm', order_by: 'network' }
  const path = await cite('all', query)
  const opened = (await get(path, 'all')).json()
  const then = {
    rows: [
      ['admob', '150.000001', '75'],
      ['unityads', '7', '7'],
    ],
    totals: ['157.000001', '52.3333'],
  }
  expect(opened).toMatchObject({
    citation: path,
    account: 'studio',
    question: { ...february, dimensions: ['network'], metrics: ['revenue', 'ecpm'] },
    cited: then,
    now: then,
    is_same: true,
    changes: [],
  })

  await installation.importFigures([row('2026-02-01', 'hop', 'admob', '90')])
  const removed = await installation.call(deleteFigures, {
    account: 'studio',
    startDate: '2026-02-02',
    endDate: '2026-02-02',
  })
  await installation.importFigures([row('2026-03-01', 'hop', 'admob', '1')])
  const after = (await get(path, 'all')).json()
  expect(after).toMatchObject({
    cited: then,
    now: { rows: [['admob', '140', '70']] },
    is_same: false,
    changes: [
      {
        import: removed.entry! - 1,
        kind: 'import',
        networks: ['admob'],
        revenue_change: '-10.000001',
      },
      { import: removed.entry, kind: 'deletion', networks: ['unityads'], revenue_change: '-7' },
    ],
    has_more_changes: false,
  })
  const ofNetwork = await cite('all', { metrics: 'revenue', network: 'unityads' })
  await installation.call(undoImport, { id: removed.entry! - 2 })
  const { cited, now, changes } = (await get(ofNetwork, 'all')).json()
  expect([cited.rows, now.rows, changes]).toEqual([[[null]], [[null]], []])
  expect((await get(path, 'all')).json().cited).toMatchObject(then)
})

test('counts a change once where the compared range overlaps', async () => {
  const path = await cite('all', {
    start_date: '2026-02-10',
    end_date: '2026-02-19',
    compare: '2026-02-08',
    metrics: 'revenue',
  })
  await site.installation.importFigures([row('2026-02-12', 'hop', 'admob', '10')])
  const { changes } = (await get(path, 'all')).json()
  expect(changes).toMatchObject([{ revenue_change: '10' }])
})

test('is a page of the dashboard for browsers', async () => {
  const path = await cite('all', { metrics: 'revenue' })
  const response = await site.server.get(path, {}, { accept: 'text/html,*/*;q=0.8' })
  const to = path.replace('/c/', '/dashboard/cited/')
  expect([response.statusCode, response.headers.location]).toEqual([303, to])
})

describe('gives no right', () => {
  test.each([
    ['of another account', 'all', 'rival'],
    ['that sees fewer apps', 'all', 'of hop'],
  ])('to a key %s', async (_who, owner, other) => {
    const path = await cite(owner, { metrics: 'revenue' })
    expectProblem(await get(path, other), 404, 'unknown_citation')
    expectProblem(await site.server.get(path), 401, 'unauthorized')
  })

  test('to more apps than the key that cited has', async () => {
    const path = await cite('of hop', { dimensions: 'app_id', metrics: 'impressions' })
    const ids = async (key: string) =>
      (await get(path, key)).json().cited.rows.map(([id]: [string]) => id)
    expect(await ids('all')).toEqual(['hop'])
    expect(await ids('of hop')).toEqual(['hop'])
  })
})

describe('a text that is no citation', () => {
  const write = (part: object) => {
    const text = writeCitation({ ...readCitation(known, 3_660)!, ...part })!
    return get(`/c/${text}`, 'all')
  }
  let known: string
  beforeAll(async () => {
    known = (await cite('all', { metrics: 'revenue' })).slice(3)
  })

  test.each([
    ['of other bytes', 'AAAA'],
    ['that is cut off', 'q1bKL0rKzEtX0lFKzk9J'],
    ['that is too long', 'A'.repeat(maxCitationCharacters + 1)],
  ])('%s is not found', async (_what, text) => {
    expectProblem(await get(`/c/${text}`, 'all'), 404, 'unknown_citation')
  })

  test.each([
    ['a later entry', { entry: 4_000_000_000 }],
    ['another generation', { generation: 7 }],
    ['an app of nobody', { apps: [99] }],
  ])('with %s is not found, or has no figures', async (what, part) => {
    const response = await write(part)
    if (what === 'an app of nobody') expect(response.json().cited.rows).toEqual([[null]])
    else expectProblem(response, 404, 'unknown_citation')
  })

  test('takes no parameters', async () => {
    const response = await get(`/c/${known}`, 'all', { days: 'last_7' })
    expect(response.json()).toMatchObject({
      code: 'bad_parameters',
      errors: [{ parameter: 'days' }],
    })
  })
})
