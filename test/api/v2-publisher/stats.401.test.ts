import { beforeAll, expect, test } from 'vitest'
import { disableAccount } from '../../../src/use-cases/disable-account.ts'
import { rotateKey } from '../../../src/use-cases/rotate-key.ts'
import { bodyButForRequestId, expectProblem } from '../../fixtures/problem-body.ts'
import type { Response } from '../../fixtures/report-server.ts'
import { shared } from '../../fixtures/shared.ts'
import {
  acme,
  openV2Publisher,
  rivalApp,
  rocket,
  statsPath,
  twoDays,
} from '../../fixtures/v2-publisher.ts'
import { refusedCredentials } from './refused-credentials.ts'

const publisher = shared(openV2Publisher)
let reference: Response
beforeAll(async () => {
  reference = await publisher.server.get(statsPath, twoDays)
})

function expectTheSameRefusal(response: Response): void {
  expectProblem(response, 401, 'unauthorized')
  expect(bodyButForRequestId(response)).toBe(bodyButForRequestId(reference))
  const { 'x-request-id': _, date: __, ...headers } = response.headers
  const { 'x-request-id': ___, date: ____, ...expected } = reference.headers
  expect(headers).toEqual(expected)
}

test.each(refusedCredentials)(
  'refuses %s with exactly the same answer',
  async (_title, query, headers) => {
    for (const path of [statsPath, `${statsPath}/`]) {
      expectTheSameRefusal(await publisher.server.get(path, { ...twoDays, ...query }, headers))
    }
  },
)

test('reveals nothing about parameters or apps', async () => {
  for (const credentials of [{}, { developer: acme.developer, key: 'wrong' }]) {
    for (const query of [
      {},
      { ...twoDays, start_date: '2026-02-30' },
      { ...twoDays, geo: 'xx', group_by: 'day', ad_tag: 'default' },
      { ...twoDays, start_date: ['2026-03-01', '2026-03-02'] },
      { ...twoDays, app_id: rocket.ios },
      { ...twoDays, app_id: rivalApp },
      { ...twoDays, app_id: 'nothing' },
    ]) {
      expectTheSameRefusal(await publisher.server.get(statsPath, { ...credentials, ...query }))
    }
  }
})

test('refuses a client that sends a tag', async () => {
  const query = { ...twoDays, developer: acme.developer, key: 'wrong' }
  expectTheSameRefusal(await publisher.server.get(statsPath, query, { 'if-none-match': '*' }))
})

test('names the authentication scheme', () => {
  expect(reference.headers['www-authenticate']).toMatch(/^Bearer\b/)
})

test('answers HEAD with the same headers and no body', async () => {
  const response = await publisher.server.send('HEAD', statsPath, twoDays)
  expect(response.statusCode).toBe(401)
  expect(response.body).toBe('')
})

test('a disabled account is refused at once', async () => {
  const other = await openV2Publisher()
  try {
    expect((await other.stats(twoDays)).statusCode).toBe(200)
    await other.installation.call(disableAccount, { username: acme.developer })
    expectTheSameRefusal(await other.stats(twoDays))
  } finally {
    await other.close()
  }
})

test('after a rotation, the old key is refused and the new one accepted', async () => {
  const other = await openV2Publisher()
  try {
    const { key } = await other.installation.call(rotateKey, { username: acme.developer })
    expectTheSameRefusal(await other.stats(twoDays))
    expect((await other.stats({ ...twoDays, key })).statusCode).toBe(200)
  } finally {
    await other.close()
  }
})
