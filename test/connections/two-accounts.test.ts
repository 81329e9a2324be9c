import { afterEach, beforeEach, expect, test } from 'vitest'
import { addConnection } from '../../src/use-cases/connections/add-connection.ts'
import { testConnection, tryCredentials } from '../../src/use-cases/connections/test-connection.ts'
import { createAccount } from '../../src/use-cases/create-account.ts'
import { Truth } from '../fake-networks/truth.ts'
import { openPulledSite, type PulledSite } from './pulled-site.ts'

let site: PulledSite
afterEach(() => site.close())

const connector = 'mintegral'
const since = '2026-03-08'
/** The Skey is public; the secret is not. */
const wrong = () => ({ ...site.fake.networks.get(connector)!.given, secret: 'wrong' })
const network_fault = { code: 'network_fault', facts: { fault: 'slow-down' } }

beforeEach(async () => {
  site = await openPulledSite(new Truth())
  await site.installation.call(createAccount, { username: 'other' })
  await site.connect(connector, { startDate: since })
  const { says } = site.fake.networks.get(connector)!
  const answer = { status: 429, headers: { 'retry-after': '86400' }, body: 'Too many requests' }
  Object.assign(says, { 'slow-down': answer })
  site.fake.script(connector, ['slow-down'])
})

async function expectPulled(): Promise<void> {
  const beganMs = site.nowMs()
  await site.pullDue()
  expect((await site.show(connector)).days).toMatchObject({ due: 0, failed: 0, done: 2 })
  expect(site.nowMs() - beganMs, 'it did not wait').toBeLessThan(60_000)
}

test('a trial of another account with the same public ID pauses no connection', async () => {
  const tried = { username: 'other', connector, values: wrong() }
  await expect(site.installation.call(tryCredentials, tried)).rejects.toMatchObject(network_fault)
  await expectPulled()
})

test('a connection of another account with the same public ID pauses only itself', async () => {
  await site.installation.call(addConnection, {
    username: 'other',
    connector,
    values: wrong(),
    startDate: since,
  })
  const { connections, puller } = site.installation
  const [, others] = await connections.list()
  await puller.pull(others!.id, new AbortController().signal)
  expect((await connections.byId(others!.id))!.backOff).toMatchObject({ failures: 1 })
  await expectPulled()
})

test('a trial of the same account keeps its pause to itself', async () => {
  const { call } = site.installation
  const tried = { username: 'studio', connector, values: wrong() }
  await expect(call(tryCredentials, tried)).rejects.toMatchObject(network_fault)
  site.fake.script(connector, ['slow-down'])
  const named = { username: 'studio', name: connector }
  await expect(call(testConnection, named)).rejects.toMatchObject(network_fault)
  await expectPulled()
})
