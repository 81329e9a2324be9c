import { expect, test } from 'vitest'
import { disableAccount } from '../../../src/use-cases/disable-account.ts'
import { rotateKey } from '../../../src/use-cases/rotate-key.ts'
import { changesPath, freshnessPath } from '../../fixtures/history-site.ts'
import { bodyButForRequestId, expectProblem } from '../../fixtures/problem-body.ts'
import type { Headers, Query, Response } from '../../fixtures/report-server.ts'
import { shareSite } from '../../fixtures/share-site.ts'
import {
  acme,
  applicationsPath,
  closed,
  openV2Publisher,
  rival,
  rivalApp,
  rocket,
  statsPath,
  twoDays,
} from '../../fixtures/v2-publisher.ts'

const publisher = shareSite(openV2Publisher)
const reference = shareSite(() => publisher.server.get(statsPath, twoDays))

const paths = [statsPath, applicationsPath, changesPath, freshnessPath].flatMap((path) => [
  path,
  `${path}/`,
])

const { developer, key } = acme
const bearer = (value: string) => ({ authorization: `Bearer ${value}` })

const refusedCredentials: [title: string, query: Query, headers?: Headers][] = [
  ['nothing', {}],
  ['no key', { developer }],
  ['an empty key', { developer, key: '' }],
  ['no username', { key }],
  ['an empty username', { developer: '', key }],
  ['a wrong key', { developer, key: 'wrong' }],
  ['a key in another case', { developer, key: key.toUpperCase() }],
  ['a key with a space', { developer, key: ` ${key}` }],
  ['a truncated key', { developer, key: key.slice(0, -1) }],
  ['an unknown username', { developer: 'nobody', key: 'wrong' }],
  ['an unknown username with a key of an account', { developer: 'nobody', key }],
  ['a username in another case', { developer: 'Acme', key }],
  ['the key of another account', { developer, key: rival.key }],
  ['a disabled account', closed],
  ['a disabled account with a wrong key', { ...closed, key: 'wrong' }],
  ['the key of a disabled account', { developer, key: closed.key }],
  ['a wrong bearer', { developer }, bearer('wrong')],
  ['a bearer without a username', {}, bearer(key)],
  ['the bearer of another account', { developer }, bearer(rival.key)],
  ['the bearer of a disabled account', { developer: closed.developer }, bearer(closed.key)],
  ['an empty bearer', { developer }, { authorization: 'Bearer ' }],
  ['a bearer of two words', { developer }, bearer(`${key} ${key}`)],
  ['basic credentials', {}, { authorization: `Basic ${btoa(`${developer}:${key}`)}` }],
  ['a username that no account can have', { developer: "' OR 1=1 --", key }],
  ['a key that no account can have', { developer, key: '\u0000ключ\n' }],
  ['a wrong key and a tag', { developer, key: 'wrong' }, { 'if-none-match': '*' }],
]

/** What a request asks for; a refusal must not tell any of it. */
const questions: readonly Query[] = [
  {},
  twoDays,
  { ...twoDays, start_date: '2026-02-30', since: 'x', limit: '0' },
  { ...twoDays, geo: 'xx', group_by: 'day', ad_tag: 'default' },
  { ...twoDays, start_date: ['2026-03-01', '2026-03-02'] },
  { ...twoDays, app_id: rocket.ios },
  { ...twoDays, app_id: rivalApp },
  { ...twoDays, app_id: 'nothing' },
]

function expectTheSameRefusal(response: Response): void {
  expectProblem(response, 401, 'unauthorized')
  expect(bodyButForRequestId(response)).toBe(bodyButForRequestId(reference))
  const { 'x-request-id': _, date: __, ...headers } = response.headers
  const { 'x-request-id': ___, date: ____, ...expected } = reference.headers
  expect(headers).toEqual(expected)
}

test.each(refusedCredentials)(
  '%s gets exactly the same refusal of every route, whatever is asked',
  async (_title, credentials, headers) => {
    for (const path of paths) {
      for (const query of questions) {
        const response = await publisher.server.get(path, { ...query, ...credentials }, headers)
        expectTheSameRefusal(response)
      }
    }
  },
)

test('the refusal names the authentication scheme', () => {
  expect(reference.headers['www-authenticate']).toMatch(/^Bearer\b/)
})

test.each(['developer', 'key'] as const)('a repeated %s is refused, naming it', async (name) => {
  for (const path of paths) {
    const query = { ...acme, ...twoDays, [name]: [acme[name], acme[name]] }
    const response = await publisher.server.get(path, query)
    expectProblem(response, 400, 'bad_parameters', { [name]: /once/ })
    expect(response.body).not.toContain(acme.key)
  }
})

test('a rotated key and a disabled account are refused at once', async () => {
  const other = await openV2Publisher()
  const { call } = other.installation
  try {
    expect((await other.stats(twoDays)).statusCode).toBe(200)
    const rotated = await call(rotateKey, { username: developer })
    expectTheSameRefusal(await other.stats(twoDays))
    const renewed = { ...twoDays, key: rotated.key }
    expect((await other.stats(renewed)).statusCode).toBe(200)
    await call(disableAccount, { username: developer })
    expectTheSameRefusal(await other.stats(renewed))
  } finally {
    await other.close()
  }
})
