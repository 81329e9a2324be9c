import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readOidc } from './oidc.ts'
import { ConfigError } from './settings.ts'

const folder = mkdtempSync(join(tmpdir(), 'adtally-oidc-'))
const file = join(folder, 'secret')
writeFileSync(file, 'a secret in a file\n')
afterAll(() => rmSync(folder, { recursive: true }))

const issuer = 'https://login.studio.example/realm'
const id = { ADTALLY_OIDC_CLIENT_ID: 'adtally' }
const secret = { ADTALLY_OIDC_CLIENT_SECRET: 'a secret' }
const ofIssuer = (url: string) => ({ ADTALLY_OIDC_ISSUER: url, ...id, ...secret })

test('without an issuer there is no provider', () => {
  expect(readOidc({})).toBe(null)
  expect(readOidc({ ...id, ...secret, ADTALLY_OIDC_ISSUER: '' })).toBe(null)
})

test('the secret is given, or in a file', () => {
  const clientId = 'adtally'
  expect(readOidc(ofIssuer(issuer))).toEqual({ issuer, clientId, clientSecret: 'a secret' })
  const env = { ADTALLY_OIDC_ISSUER: issuer, ...id, ADTALLY_OIDC_CLIENT_SECRET_FILE: file }
  expect(readOidc(env)).toEqual({ issuer, clientId, clientSecret: 'a secret in a file' })
})

test.each(['http://127.0.0.1:9000', 'http://localhost/x', 'http://[::1]:9000'])(
  'the issuer %s is on this machine',
  (url) => {
    expect(readOidc(ofIssuer(url))).toMatchObject({ issuer: url })
  },
)

describe('a setting is refused by its name, and the secret is not shown', () => {
  test.each<[what: string, env: Record<string, string>, name: string]>([
    ['http elsewhere', ofIssuer('http://login.studio.example'), 'ADTALLY_OIDC_ISSUER'],
    ['no URL', ofIssuer('login.studio.example'), 'ADTALLY_OIDC_ISSUER'],
    ['another scheme', ofIssuer('file:///etc'), 'ADTALLY_OIDC_ISSUER'],
    ['no client', { ADTALLY_OIDC_ISSUER: issuer, ...secret }, 'ADTALLY_OIDC_CLIENT_ID'],
    ['no secret', { ADTALLY_OIDC_ISSUER: issuer, ...id }, 'ADTALLY_OIDC_CLIENT_SECRET'],
    [
      'a file that does not exist',
      { ADTALLY_OIDC_ISSUER: issuer, ...id, ADTALLY_OIDC_CLIENT_SECRET_FILE: `${file}.not` },
      'ADTALLY_OIDC_CLIENT_SECRET_FILE',
    ],
  ])('%s', (_what, env, name) => {
    expect(() => readOidc(env)).toThrow(ConfigError)
    expect(() => readOidc(env)).toThrow(name)
    expect(() => readOidc(env)).not.toThrow('a secret')
  })
})
