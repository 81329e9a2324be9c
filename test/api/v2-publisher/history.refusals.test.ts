import { gunzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { changedPath, changesPath, linesOf, shareHistory } from '../../fixtures/history-site.ts'
import { type ExpectedErrors, expectProblem } from '../../fixtures/problem-body.ts'
import type { Query } from '../../fixtures/report-server.ts'
import { euroKey, studioKey } from '../../import/import-site.ts'

const { site, server, get } = shareHistory()
let cursor = ''
beforeAll(async () => {
  await site().importLines(['2026-03-01,brick,admob,video,US,1,1'])
  cursor = linesOf((await get(changedPath)).body).at(-1)!.next_cursor!
})

const encoded = (text: string) => Buffer.from(text).toString('base64url')

describe.each([
  [changesPath, 1_000, /next_cursor/],
  [changedPath, 100_000, /a cursor of this endpoint/],
])('a bad parameter of %s is refused, naming it', (path, most, cursors) => {
  const refused = async (query: Query, errors: ExpectedErrors) =>
    expectProblem(await get(path, query), 400, 'bad_parameters', errors)
  const limits = new RegExp(`1 to ${most}`)

  test.each([
    ...['x', '0', '2026-03-10T12:00:00Z', 'null', '*', encoded('c1.2.3'), encoded('c1.2.3.4.5')],
    ...['c-1.2.3.4', 'c4294967296.2.3.4', 'c1.2.3.65536', "c1.2.3.4' OR 1=1"].map(encoded),
    ...[`${encoded('c1.2.3.4')}=`, ` ${encoded('c1.2.3.4')}`],
  ])('since=%j', (since) => refused({ since }, { since: cursors }))

  test.each(['0', '-1', '1.5', String(most + 1), '1e2', '٣', 'all', ' 5', '05'])(
    'limit=%j',
    (limit) => refused({ limit }, { limit: limits }),
  )

  test('that is repeated, and two at once', async () => {
    const twice = { since: [encoded('c0.0.0.0'), encoded('c0.0.0.0')], limit: ['1', '1'] }
    await refused(twice, { since: /once/, limit: /once/ })
    await refused({ since: 'x', limit: '0' }, { since: cursors, limit: limits })
  })

  test('also when they are empty', () =>
    refused({ limit: '' }, { limit: /^is empty; leave it out/ }))
})

describe('what the changed figures do not take', () => {
  test.each(['app_id', 'country', 'start_date', 'as_of'])(
    '%s, which would look like a filter',
    async (parameter) => {
      const errors = { [parameter]: /does not exist here.*since, limit/ }
      const answer = await get(changedPath, { [parameter]: '2026-03-01' })
      expectProblem(answer, 400, 'bad_parameters', errors)
      const bearer = { authorization: `Bearer ${studioKey}` }
      const empty = await server().get(`${changedPath}?${parameter}=`, {}, bearer)
      expect(empty.statusCode).toBe(400)
    },
  )
})

test.each([
  ['sinse', 'since'],
  ['Limit', 'limit'],
  ['next_cursor', 'since'],
  ['cursor', 'since'],
])('the parameter %s is refused with the name that was meant, %s', async (parameter, meant) => {
  const errors = { [parameter]: new RegExp(`^does not exist here. Did you mean ${meant}\\?$`) }
  expectProblem(await get(changedPath, { [parameter]: '7' }), 400, 'bad_parameters', errors)
})

describe('a cursor is refused with 410', () => {
  const expired = async (since: string, query = {}) =>
    expectProblem(await get(changedPath, { since, ...query }), 410, 'cursor_expired')

  test('if it is of the list of changes', async () => {
    await expired((await get(changesPath)).json().next_cursor)
  })

  test('if it is of another account', async () => {
    await expired(cursor, { developer: 'euros', key: euroKey })
  })

  test('if it is from before a restore', async () => {
    const decoded = Buffer.from(cursor, 'base64url').toString()
    await expired(encoded(`g1760000000${decoded}`))
  })

  test('if it is of other apps', async () => {
    const { apps, keys } = site().installation
    const [app] = await apps.byIds(['brick'])
    const scope = { permissions: ['read'] as const, expiresAtMs: null }
    const limited = await keys.create('studio', 'limited', { ...scope, apps: [app!.key] })
    await expired(cursor, { key: limited.key })
    const own = linesOf((await get(changedPath, { key: limited.key })).body).at(-1)!.next_cursor!
    expect((await get(changedPath, { key: limited.key, since: own })).statusCode).toBe(200)
    await expired(own)
  })
})

describe('a key that sees some apps', () => {
  test('reads their slices alone, and learns nothing of the time of other imports', async () => {
    const { apps, keys } = site().installation
    const [app] = await apps.byIds(['zap-ios'])
    const scope = { permissions: ['read'] as const, expiresAtMs: null, apps: [app!.key] }
    const { key } = await keys.create('studio', 'zap', scope)
    const read = async () => (await get(changedPath, { key })).body
    const nothing = await read()
    expect(linesOf(nothing)).toHaveLength(3)
    await site().importLines(['2026-03-02,brick,admob,video,US,1,1'])
    expect(await read()).toBe(nothing)
    await site().importLines(['2026-03-03,zap-ios,admob,video,US,1,1'])
    expect(linesOf(await read()).map(({ app_id }) => app_id)).toEqual([
      ...[undefined, undefined, 'zap-ios', undefined],
    ])
  })
})

describe('an answer', () => {
  test('is newline-delimited JSON, and compressed for who accepts gzip', async () => {
    const plain = await get(changedPath)
    expect(plain.headers['content-type']).toBe('application/x-ndjson; charset=utf-8')
    const packed = await get(changedPath, {}, { 'accept-encoding': 'gzip' })
    expect(packed.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(packed.rawPayload).toString()).toBe(plain.body)
  })

  test('needs no developer beside the key', async () => {
    const bearer = { authorization: `Bearer ${studioKey}` }
    const { body, statusCode } = await server().get(changedPath, {}, bearer)
    expect([statusCode, body]).toEqual([200, (await get(changedPath)).body])
  })
})
