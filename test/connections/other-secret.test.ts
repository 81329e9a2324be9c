import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, expect, test } from 'vitest'
import { connectionPlace, Vault } from '../../src/sealing/vault.ts'
import { changeConnection } from '../../src/use-cases/connections/change-connection.ts'
import { beginConsent, finishConsent } from '../../src/use-cases/connections/consent.ts'
import { pullConnection } from '../../src/use-cases/connections/pull-connection.ts'
import { testConnection } from '../../src/use-cases/connections/test-connection.ts'
import { Truth } from '../fake-networks/truth.ts'
import { openPulledSite, type PulledSite } from './pulled-site.ts'

let site: PulledSite
let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'adtally-other-secret-'))
  site = await openPulledSite(new Truth(), '2026-03-10T12:00:00Z', root)
  return async () => {
    await site.close()
    await rm(root, { recursive: true, force: true })
  }
})

const other = new Vault(randomBytes(32))

/** Puts values that another installation encrypted in the place of a connection's. */
function sealElsewhere(field: string): void {
  const sqlite = new DatabaseSync(join(root, 'adtally.sqlite'))
  const { changes } = sqlite
    .prepare('UPDATE connection_secrets SET sealed = ? WHERE connection_id = 1 AND field = ?')
    .run(other.seal('of another installation', connectionPlace(1, field)), field)
  sqlite.close()
  expect(changes).toBe(1)
}

const refusalOf = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => null,
    (thrown) => thrown,
  )
  return error && { name: error.name, code: error.code, facts: error.facts }
}

const unreadable = (name: string) => ({
  name: 'Refusal',
  code: 'credentials_unreadable',
  facts: { username: 'studio', name },
})

test('a connection whose credentials another secret encrypted is refused, until they are given again', async () => {
  const mintegral = { username: 'studio', name: 'mintegral' }
  await site.connect('mintegral', { startDate: '2026-03-08' })
  const { call } = site.installation
  sealElsewhere('secret')
  expect(await refusalOf(call(testConnection, mintegral))).toEqual(unreadable('mintegral'))
  expect(await refusalOf(call(pullConnection, mintegral))).toEqual(unreadable('mintegral'))
  expect(await site.show('mintegral')).toMatchObject({ state: 'active', days: { done: 0 } })
  await site.pullDue()
  expect(await site.show('mintegral')).toMatchObject({
    state: 'refused',
    problem: {
      kind: 'fault',
      fault: 'credential-refused',
      message: 'has credentials that were sealed with another secret: give them again',
    },
  })
  expect(await refusalOf(call(pullConnection, mintegral))).toEqual(unreadable('mintegral'))
  expect(site.fake.requests).toEqual([])

  const values = { ...site.fake.networks.get('mintegral')!.given }
  await call(changeConnection, { ...mintegral, values })
  await site.pullDue()
  expect(await site.show('mintegral')).toMatchObject({ state: 'active', days: { done: 2 } })
})

test('a login that another secret encrypted is made again', async () => {
  await site.connect('chartboost', { startDate: '2026-03-08' })
  await site.pullDue()
  const logins = () => site.fake.requests.filter(({ stage }) => stage === 'login').length
  expect(logins()).toBe(1)
  const sqlite = new DatabaseSync(join(root, 'adtally.sqlite'))
  sqlite
    .prepare('UPDATE connections SET login = ?')
    .run(other.seal('{"token":"elsewhere"}', connectionPlace(1, 'the login')))
  sqlite.close()
  await site.installation.call(testConnection, { username: 'studio', name: 'chartboost' })
  expect(logins()).toBe(2)
})

test('a consent that another secret encrypted is asked for again', async () => {
  const admob = { username: 'studio', name: 'admob' }
  await site.connect('admob', { startDate: '2026-03-08' })
  const { call } = site.installation
  sealElsewhere('refreshToken')
  const missing = { name: 'Refusal', code: 'consent_missing', facts: admob }
  expect(await refusalOf(call(testConnection, admob))).toEqual(missing)
  const redirectUri = 'https://ads.studio.example/dashboard/connections/consent'
  const consent = { ...admob, owner: 'ada', redirectUri }
  const { kept } = await call(beginConsent, consent)
  sealElsewhere('clientSecret')
  expect(await refusalOf(call(beginConsent, consent))).toEqual(unreadable('admob'))
  const finished = { ...admob, owner: 'ada', kept, address: `${redirectUri}?code=a&state=b` }
  expect(await refusalOf(call(finishConsent, finished))).toEqual(unreadable('admob'))
})
