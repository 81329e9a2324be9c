import { DatabaseSync } from 'node:sqlite'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ImportRequests } from '../../../src/use-cases/import-requests/import-requests.ts'
import { csv, openSite, shareSite } from '../../import/import-site.ts'
import { type ImportClient, importClient, oneSlice } from './import-client.ts'

const key = (value: string) => ({ 'idempotency-key': value })
const partial = { partial: 'true' }

const shared = shareSite()
let client: ImportClient
let tests = 0
/** A day of the test's own, which is its idempotency key too. */
let day: string
beforeAll(async () => {
  client = await importClient(shared())
})
beforeEach(() => {
  day = `2026-01-${String(++tests).padStart(2, '0')}`
})

const slice = (impressions: number, app = 'zap-ios') =>
  csv([`${day},${app},ownnet,video,US,${impressions},1`])

/** The impressions of the test's slices. */
const impressions = async () =>
  (await shared().slices())
    .filter((line) => line.startsWith(day))
    .map((line) => Number(line.split(' ')[3]))

describe('a request that is repeated with its key', () => {
  test('gives the first answer, byte for byte, and is not imported again', async () => {
    const first = await client.post(slice(5), partial, key(day))
    expect(first.statusCode).toBe(201)
    expect(first.headers['idempotency-replayed']).toBeUndefined()
    // In between, others change the same figures.
    await client.post(slice(2), partial, key(`${day}b`))
    for (let round = 0; round < 2; round++) {
      const again = await client.post(slice(5), { ...partial, wait: '3' }, key(day))
      expect([again.statusCode, again.body]).toEqual([201, first.body])
      expect(again.headers.location).toBe(first.headers.location)
      expect(again.headers['idempotency-replayed']).toBe('true')
    }
    expect(await impressions()).toEqual([7])
    // Without a key, each request is another one.
    await client.post(slice(5), partial)
    expect(await impressions()).toEqual([12])
  })

  test('gives the first refusal, and the first preview', async () => {
    const refused = await client.post(slice(-1), {}, key(day))
    expect(refused.statusCode).toBe(422)
    const refusedAgain = await client.post(slice(-1), {}, key(day))
    expect([refusedAgain.statusCode, refusedAgain.body]).toEqual([422, refused.body])
    expect(refusedAgain.headers['content-type']).toContain('application/problem+json')
    const preview = await client.post(slice(1), { dry_run: 'true' }, key(`${day}b`))
    await client.post(slice(1))
    const previewAgain = await client.post(slice(1), { dry_run: 'true' }, key(`${day}b`))
    expect([previewAgain.statusCode, previewAgain.body]).toEqual([200, preview.body])
  })

  test('is refused with another file, name or option', async () => {
    await client.post(slice(5), partial, key(day))
    const others: [string, Record<string, string>][] = [
      [slice(6), partial],
      [slice(5), { ...partial, file_name: 'b.csv' }],
      [slice(5), {}],
      [slice(5), { ...partial, dry_run: 'true' }],
    ]
    for (const [body, query] of others) {
      const response = await client.post(body, query, key(day))
      expect([response.statusCode, response.json().code]).toEqual([422, 'idempotency_key_reused'])
    }
    expect(await impressions()).toEqual([5])
  })

  test('is refused for a key that sees other apps', async () => {
    const [zap] = await shared().installation.apps.byIds(['zap-ios'])
    const scope = { name: 'narrow', apps: [zap!.key], server: client.server }
    const narrow = await importClient(shared(), scope)
    const first = await client.post(slice(5), partial, key(day))
    const response = await narrow.post(slice(5), partial, key(day))
    expect(response.json().code).toBe('idempotency_key_reused')
    const { id } = first.json().data
    expect((await narrow.get(id)).statusCode).toBe(404)
  })

  test("is another account's own", async () => {
    const other = await importClient(shared(), { developer: 'euros', server: client.server })
    await client.post(slice(5), partial, key(day))
    const response = await other.post(slice(5, 'euro-app'), partial, key(day))
    expect(response.statusCode).toBe(201)
    expect(response.headers['idempotency-replayed']).toBeUndefined()
  })

  test('while the first is running, is told to ask again', async () => {
    const { importRequests, accounts } = shared().installation
    const leave = await importRequests.turns.enter((await accounts.get('studio')).id)
    const first = await client.post(slice(5), { ...partial, wait: '0' }, key(day))
    expect(first.statusCode).toBe(202)
    const second = await client.post(slice(5), partial, key(day))
    expect([second.statusCode, second.json().code]).toEqual([409, 'import_under_way'])
    expect(second.headers['retry-after']).toBe('2')
    const { id } = first.json().data
    expect((await client.get(id)).json().data).toMatchObject({ state: 'running', summary: null })
    expect((await client.undo(id)).statusCode).toBe(409)
    leave()
    const ended = await client.ended(id)
    const third = await client.post(slice(5), partial, key(day))
    expect(third.statusCode).toBe(201)
    expect(third.json().data.summary).toEqual(ended.summary)
    expect(await impressions()).toEqual([5])
  })

  test('many times at once is one import', async () => {
    const send = () => client.post(slice(5), partial, key(day))
    const answers = await Promise.all(Array.from({ length: 4 }, send))
    const statuses = answers.map(({ statusCode }) => statusCode).sort()
    expect(statuses).toEqual([201, 409, 409, 409])
    expect(await impressions()).toEqual([5])
  })
})

test.each(['', 'a b', '\u00fc', 'x'.repeat(256)])('the key %j is refused', async (value) => {
  const response = await client.post(slice(1), {}, key(value))
  expect(response.statusCode).toBe(400)
  expect(response.json().errors[0].parameter).toBe('Idempotency-Key')
})

describe('a process that ended', () => {
  /** Changes the row of the only request, as a process would have left it. */
  async function left(change: string) {
    const site = await openSite()
    const first = await (await importClient(site)).post(oneSlice(5), partial, key('a'))
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
    expect(await site.slices()).toEqual(['2026-03-01 zap-ios ownnet 5 0 0 1000000'])
    expect((await client.get(first.json().data.id)).json().data).toMatchObject({
      state: 'done',
      import: 1,
      problem: null,
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
    expect(await site.slices()).toEqual(['2026-03-01 zap-ios ownnet 10 0 0 2000000'])
  })

  test('while it received a file leaves nothing', async () => {
    const { client } = await left("state = 'receiving', entry = NULL, id = 'other'")
    await client.get('other')
    expect((await client.get()).json().requests).toEqual([])
    expect((await client.post(oneSlice(5), partial, key('a'))).statusCode).toBe(201)
  })
})

test('a process that was silent for a minute is taken for dead by others, and then imports nothing', async () => {
  const { importRequests, accounts } = shared().installation
  const account = await accounts.get('studio')
  const leave = await importRequests.turns.enter(account.id)
  const { id } = (await client.post(slice(5), { ...partial, wait: '0' }, key(day))).json().data
  let nowMs = importRequests.services.now().getTime()
  const now = () => new Date(nowMs)
  const other = new ImportRequests({ ...importRequests.services, isShared: true, now })
  const importer = { account, apps: null }
  expect(await other.byId(id, importer)).toMatchObject({ state: 'running' })
  // The clock of a test goes on with every reading.
  nowMs += 3_600_000
  expect(await other.byId(id, importer)).toMatchObject({ state: 'failed', entry: null })
  leave()
  await importRequests.idle()
  expect(await impressions()).toEqual([])
  expect((await client.get(id)).json().data).toMatchObject({ state: 'failed', import: null })
  const again = await client.post(slice(5), partial, key(day))
  expect(again.statusCode).toBe(201)
  expect(await impressions()).toEqual([5])
})

test('requests are forgotten after 7 days', async () => {
  const { importRequests, accounts } = shared().installation
  const { data } = (await client.post(slice(1), {}, key(day))).json()
  const importer = { account: await accounts.get('studio'), apps: null }
  const laterBy = (days: number) => {
    const nowMs = importRequests.services.now().getTime() + days * 86_400_000
    return new ImportRequests({ ...importRequests.services, now: () => new Date(nowMs) })
  }
  await laterBy(6).tidy()
  expect(await importRequests.byId(data.id, importer)).toMatchObject({ state: 'done' })
  await laterBy(8).tidy()
  expect(await importRequests.byId(data.id, importer)).toBeNull()
  // Its entry stays.
  expect((await client.get(String(data.import))).json().data).toMatchObject({
    id: null,
    state: 'done',
  })
})
