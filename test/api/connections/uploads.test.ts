import { readdir } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Bounds } from '../../../src/http/bounds.ts'
import { createAccount } from '../../../src/use-cases/create-account.ts'
import { type RawClient, rawClient } from '../../fixtures/raw-client.ts'
import { shareSite } from '../../import/import-site.ts'
import { importClient, importsPath, oneSlice } from '../v2-publisher/import-client.ts'

const site = shareSite()

const shortLimits = { requestTimeoutMs: 300, headTimeoutMs: 300, stallTimeoutMs: 800 }

/** The same server with limits of its own. */
async function listening(developer = 'studio', bounds: Partial<Bounds> = shortLimits) {
  const client = await importClient(site(), { name: `c${Math.random()}`, developer, bounds })
  await client.server.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = client.server.app.server.address() as AddressInfo
  const head = (headers: string) =>
    `POST ${importsPath}?developer=${developer} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${client.key}\r\nContent-Type: text/csv\r\n${headers}\r\n\r\n`
  return { client, head, raw: await rawClient(port) }
}

test('an upload takes longer than other requests, while it arrives', async () => {
  const { client, head, raw } = await listening()
  const body = oneSlice(4)
  raw.send(head(`Content-Length: ${body.length}\r\nConnection: close`))
  for (const part of body.match(/[\s\S]{1,20}/g)!) {
    await delay(200)
    raw.send(part)
  }
  expect(await raw.closed).toContain('HTTP/1.1 201 Created')
  await client.server.close()
})

test('an upload that does not arrive ends, and leaves nothing', async () => {
  const { client, head, raw } = await listening()
  raw.send(`${head('Content-Length: 1000\r\nIdempotency-Key: stalled')}date,app_id`)
  expect(await raw.closed).toMatch(/HTTP\/1.1 408 [\s\S]*request_timeout/)
  expect(await readdir(site().directory.work)).toEqual([])
  const again = await client.post(oneSlice(2), {}, { 'idempotency-key': 'stalled' })
  expect(again.statusCode).toBe(201)
  await client.server.close()
})

test('uploads that send nothing give way to those of other accounts', async () => {
  const idle = ['idle-1', 'idle-2', 'idle-3', 'idle-4']
  const raws: RawClient[] = []
  for (const username of idle) {
    await site().call(createAccount, { username })
    const { client, head, raw } = await listening(username, {})
    const { port } = client.server.app.server.address() as AddressInfo
    const more = await Promise.all([1, 2, 3].map(() => rawClient(port)))
    for (const one of [raw, ...more]) {
      one.send(`${head('Content-Length: 1000')}date`)
      raws.push(one)
    }
    while ((await client.get()).json().requests.length < 4) await delay(10)
  }
  const { client } = await listening()
  const answers = await Promise.all([oneSlice(1), oneSlice(2)].map((body) => client.post(body)))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201])
  const refused = () => raws.filter(({ text }) => text() !== '')
  while (refused().length < 2) await delay(10)
  for (const { text } of refused()) {
    for (const part of [' 503 ', 'retry-after: 5', '"overloaded"', 'gave its place']) {
      expect(text()).toContain(part)
    }
  }
  for (const { socket } of raws) socket.destroy()
  await site().installation.importRequests.idle()
})

test.each([
  ['while it sends', '', 'gone'],
  ['while it waits', oneSlice(1), 'failed'],
  ['while it waits, with a key', oneSlice(1), 'done'],
] as const)('a client that goes %s', async (when, body, outcome) => {
  const { client, head, raw } = await listening()
  const { importRequests, accounts } = site().installation
  const leave = await importRequests.turns.enter((await accounts.get('studio')).id)
  const key = when.endsWith('key') ? `\r\nIdempotency-Key: ${when.replaceAll(/\W/g, '')}` : ''
  raw.send(`${head(`Content-Length: ${oneSlice(1).length}${key}`)}${body}`)
  const underWay = async () => (await client.get()).json().requests
  const ofState = (state: string) =>
    underWay().then((all) => all.filter((one: { state: string }) => one.state === state))
  const before = (await ofState('failed')).length
  const expected = body === '' ? 'receiving' : 'running'
  while ((await ofState(expected)).length === 0) await delay(10)
  const [{ id }] = await ofState(expected)
  raw.socket.destroy()
  if (outcome === 'gone') {
    while ((await client.get(id)).statusCode !== 404) await delay(10)
  } else if (outcome === 'failed') {
    while ((await ofState('failed')).length === before) await delay(10)
    expect((await client.get(id)).json().data.problem.code).toBe('import_unavailable')
  }
  leave()
  if (outcome === 'done') expect((await client.ended(id)).state).toBe('done')
  await importRequests.idle()
  expect(await readdir(site().directory.work)).toEqual([])
  await client.server.close()
})
