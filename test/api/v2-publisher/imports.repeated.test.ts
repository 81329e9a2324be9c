import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import type { Response } from '../../fixtures/report-server.ts'
import { openSite } from '../../import/import-site.ts'
import { type ImportClient, importClient, oneSlice } from './import-client.ts'

const key = (value: string) => ({ 'idempotency-key': value })
const partial = { partial: 'true' }

async function open() {
  const site = await openSite()
  return { site, client: await importClient(site) }
}

/** Impressions of the only slice. */
const impressions = async (site: { slices: () => Promise<string[]> }) =>
  (await site.slices()).map((line) => Number(line.split(' ')[3]))

describe('a request that is repeated with its key', () => {
  test('gives the first answer, byte for byte, and is not imported again', async () => {
    const { site, client } = await open()
    const first = await client.post(oneSlice(5), partial, key('a'))
    expect(first.statusCode).toBe(201)
    expect(first.headers['idempotency-replayed']).toBeUndefined()
    // In between, others change the same figures.
    await client.post(oneSlice(2), partial, key('b'))
    for (let round = 0; round < 2; round++) {
      const again = await client.post(oneSlice(5), { ...partial, wait: '3' }, key('a'))
      expect([again.statusCode, again.body]).toEqual([201, first.body])
      expect(again.headers.location).toBe(first.headers.location)
      expect(again.headers['idempotency-replayed']).toBe('true')
    }
    expect(await impressions(site)).toEqual([7])
    // Without a key, each request is another one.
    await client.post(oneSlice(5), partial)
    expect(await impressions(site)).toEqual([12])
  })

  test('gives the first refusal, and the first preview', async () => {
    const { client } = await open()
    const refused = await client.post(oneSlice(-1), {}, key('refused'))
    expect(refused.statusCode).toBe(422)
    const refusedAgain = await client.post(oneSlice(-1), {}, key('refused'))
    expect([refusedAgain.statusCode, refusedAgain.body]).toEqual([422, refused.body])
    expect(refusedAgain.headers['content-type']).toContain('application/problem+json')
    const preview = await client.post(oneSlice(1), { dry_run: 'true' }, key('preview'))
    await client.post(oneSlice(1))
    const previewAgain = await client.post(oneSlice(1), { dry_run: 'true' }, key('preview'))
    expect([previewAgain.statusCode, previewAgain.body]).toEqual([200, preview.body])
  })

  test.each<[string, (client: ImportClient) => Promise<Response>]>([
    ['another file', (client) => client.post(oneSlice(6), partial, key('a'))],
    [
      'another name',
      (client) => client.post(oneSlice(5), { ...partial, file_name: 'b.csv' }, key('a')),
    ],
    ['another option', (client) => client.post(oneSlice(5), {}, key('a'))],
    ['a dry run', (client) => client.post(oneSlice(5), { ...partial, dry_run: 'true' }, key('a'))],
  ])('is refused with %s', async (_, send) => {
    const { site, client } = await open()
    await client.post(oneSlice(5), partial, key('a'))
    const response = await send(client)
    expect([response.statusCode, response.json().code]).toEqual([422, 'idempotency_key_reused'])
    expect(await impressions(site)).toEqual([5])
  })

  test('is refused for a key that sees other apps', async () => {
    const { site, client } = await open()
    const [zap] = await site.installation.apps.byIds(['zap-ios'])
    const narrow = await importClient(site, {
      name: 'narrow',
      apps: [zap!.key],
      server: client.server,
    })
    const first = await client.post(oneSlice(5), partial, key('a'))
    const response = await narrow.post(oneSlice(5), partial, key('a'))
    expect(response.json().code).toBe('idempotency_key_reused')
    const { id } = first.json().data
    expect((await narrow.get(id)).statusCode).toBe(404)
  })

  test("is another account's own", async () => {
    const { site, client } = await open()
    const other = await importClient(site, { developer: 'euros', server: client.server })
    await client.post(oneSlice(5), partial, key('a'))
    const response = await other.post(oneSlice(5).replace('zap-ios', 'euro-app'), partial, key('a'))
    expect(response.statusCode).toBe(201)
    expect(response.headers['idempotency-replayed']).toBeUndefined()
  })

  test('while the first is running, is told to ask again', async () => {
    const { site, client } = await open()
    const { importRequests } = site.installation
    const { id: account } = await site.installation.accounts.get('studio')
    const leave = await importRequests.turns.enter(account)
    const first = await client.post(oneSlice(5), { ...partial, wait: '0' }, key('a'))
    expect(first.statusCode).toBe(202)
    const second = await client.post(oneSlice(5), partial, key('a'))
    expect([second.statusCode, second.json().code]).toEqual([409, 'import_under_way'])
    expect(second.headers['retry-after']).toBe('2')
    const { id } = first.json().data
    expect((await client.get(id)).json().data).toMatchObject({ state: 'running', summary: null })
    expect((await client.undo(id)).statusCode).toBe(409)
    leave()
    const ended = await client.ended(id)
    const third = await client.post(oneSlice(5), partial, key('a'))
    expect(third.statusCode).toBe(201)
    expect(third.json().data.summary).toEqual(ended.summary)
    expect(await impressions(site)).toEqual([5])
  })
})

test('many requests with one key at once are one import', async () => {
  const { site, client } = await open()
  const send = () => client.post(oneSlice(5), partial, key('a'))
  const answers = await Promise.all(Array.from({ length: 4 }, send))
  const statuses = answers.map(({ statusCode }) => statusCode).sort()
  expect(statuses).toEqual([201, 409, 409, 409])
  expect(await impressions(site)).toEqual([5])
})

test.each(['', 'a b', 'ü', 'x'.repeat(256)])('the key %j is refused', async (value) => {
  const { client } = await open()
  const response = await client.post(
    oneSlice(1),
    {},
    key(encodeURI(value) === value ? value : '\u00fc'),
  )
  expect(response.statusCode).toBe(400)
  expect(response.json().errors[0].parameter).toBe('Idempotency-Key')
})

describe('a process that ended', () => {
  /** Changes the row of the only request, as a process would have left it. */
  async function left(change: string) {
    const { site, client } = await open()
    const first = await client.post(oneSlice(5), partial, key('a'))
    await site.close()
    const database = new DatabaseSync(site.directory.relational)
    database.exec(`UPDATE import_requests SET owner = 'dead', ended_at_ms = NULL, ${change}`)
    database.close()
    await site.open()
    return { site, first, client: await importClient(site, { name: 'later' }) }
  }

  test('after the commit leaves an import, whose answer is what it was going to be', async () => {
    const { site, first, client } = await left("state = 'running', entry = NULL")
    const again = await client.post(oneSlice(5), partial, key('a'))
    expect([again.statusCode, again.body]).toEqual([201, first.body])
    expect(await impressions(site)).toEqual([5])
    expect((await client.get(first.json().data.id)).json().data).toMatchObject({
      ...{ state: 'done', import: 1, problem: null },
    })
  })

  test('before the commit leaves a failed request, and the next with its key is imported', async () => {
    const { site, first, client } = await left("state = 'running', entry = NULL, id = 'other'")
    const { requests } = (await client.get()).json()
    expect(requests).toMatchObject([{ id: 'other', state: 'failed', import: null, summary: null }])
    expect(requests[0].problem).toMatchObject({ code: 'import_unavailable' })
    const again = await client.post(oneSlice(5), partial, key('a'))
    expect(again.statusCode).toBe(201)
    expect(again.body).not.toBe(first.body)
    expect(await impressions(site)).toEqual([10])
  })

  test('while it received a file leaves nothing', async () => {
    const { client } = await left("state = 'receiving', entry = NULL, id = 'other'")
    await client.get('other')
    expect((await client.get()).json().requests).toEqual([])
    expect((await client.post(oneSlice(5), partial, key('a'))).statusCode).toBe(201)
  })
})
