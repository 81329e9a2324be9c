import { expect, test } from 'vitest'
import { allSettings } from './catalogue.ts'
import { dataDirectory, readDataDirectory } from './data-directory.ts'
import { withGiven } from './given-settings.ts'
import { readServeConfig } from './serve.ts'
import { noServers } from './servers.ts'
import type { Environment } from './settings.ts'
import { settingsInForce, settingsWarnings } from './settings-in-force.ts'

test('every setting has one name in three spellings, and words for what it sets', () => {
  const names = allSettings.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  for (const { name, variable, about, defaultText, kind } of allSettings) {
    expect(name).toMatch(/^[a-z]+(-[a-z]+)*$/)
    const usual = `ADTALLY_${name.toUpperCase().replaceAll('-', '_')}`
    expect([usual, usual.replace('ADTALLY_', '')]).toContain(variable)
    for (const words of [about, defaultText, kind.accepts]) expect(words).toMatch(/^[^|\n]+$/)
  }
})

test('the defaults are those of the readers', () => {
  const usual = { env: {}, cwd: '/srv' }
  expect(readDataDirectory(undefined, './data', usual)).toEqual({
    ...dataDirectory('/srv/data'),
    servers: { ...noServers, allowedMigrations: [] },
  })
  expect(readServeConfig({}, {})).toMatchObject({
    host: '127.0.0.1',
    port: 8080,
    baseUrl: null,
    networkUrl: null,
    trustedProxies: [],
    inbox: null,
    inboxAccount: null,
    inboxCreateApps: null,
    inboxSettleSeconds: 6,
    oidc: null,
    logLevel: 'warn',
    maxRangeDays: 3660,
    auditDays: 400,
    rateLimit: 5000,
  })
})

const given = (name: string, text: string) => {
  const setting = allSettings.find((one) => one.name === name)!
  return [name, { setting, text, line: 3 }] as const
}
const file = {
  path: '/etc/adtally.toml',
  isReadableByOthers: true,
  given: new Map([
    given('port', '9000'),
    given('host', '0.0.0.0'),
    given('rate-limit', '7'),
    given('database-url', 'postgres://u:hunter2@db/a'),
    given('https-proxy', 'http://u:hunter2@proxy'),
  ]),
}

test('a flag counts more than a variable, and a variable more than the file', () => {
  const env = { ADTALLY_PORT: '9001', ADTALLY_RATE_LIMIT: '', https_proxy: 'http://other' }
  const merged = withGiven(env, file.given)
  expect(readServeConfig({ host: '127.0.0.2' }, merged)).toMatchObject({
    host: '127.0.0.2',
    port: 9001,
    rateLimit: 7,
  })
  expect(readDataDirectory(undefined, 'data', { env: merged, cwd: '/' }).networkCalls.proxy).toBe(
    'http://other',
  )
  const held = settingsInForce({ host: '127.0.0.2', json: true }, env, file)
  const of = (name: string) => {
    const { value, origin } = held.find(({ setting }) => setting.name === name)!
    return [value, origin]
  }
  const fromFile = { kind: 'file', path: '/etc/adtally.toml', line: 3 }
  expect(of('host')).toEqual(['127.0.0.2', { kind: 'flag', flag: '--host' }])
  expect(of('port')).toEqual(['9001', { kind: 'variable', variable: 'ADTALLY_PORT' }])
  expect(of('rate-limit')).toEqual(['7', fromFile])
  expect(of('database-url')).toEqual([null, fromFile])
  expect(of('https-proxy')).toEqual([null, { kind: 'variable', variable: 'https_proxy' }])
  expect(of('network-url')).toEqual(['the address it listens on', { kind: 'default' }])
  expect(held).toHaveLength(allSettings.length)
})

test.each(['oidc-client-secret', 'oidc-client-secret-file'])(
  'a variable for the other form of %s counts more than the file',
  (name) => {
    const inFile = { ...file, given: new Map([given(name, '/of/the/file')]) }
    const { variable } = inFile.given.get(name)!.setting
    const held = (env: Environment) =>
      settingsInForce({}, env, inFile).find(({ setting }) => setting.name === name)!.origin.kind
    expect(withGiven({}, inFile.given)).toHaveProperty(variable)
    expect(held({})).toBe('file')
    const other = name.endsWith('-file')
      ? { ADTALLY_OIDC_CLIENT_SECRET: 'of the environment' }
      : { ADTALLY_OIDC_CLIENT_SECRET_FILE: '/of/the/environment' }
    expect(withGiven(other, inFile.given)).toEqual(other)
    expect(held(other)).toBe('default')
  },
)

test('what is probably wrong is warned of', () => {
  const env = {
    ADTALLY_PROT: '1',
    ADTALLY_BASEURL: 'x',
    ADTALLY_CONFIG: 'x',
    ADTALLY_UNITY_ADS_API_KEY: 'x',
    PROT: '1',
  }
  expect(settingsWarnings(env, null)).toEqual([
    'ADTALLY_PROT is not a setting. Did you mean ADTALLY_PORT?',
    'ADTALLY_BASEURL is not a setting. Did you mean ADTALLY_BASE_URL?',
  ])
  const open = [
    '/etc/adtally.toml contains a secret, and other users can read it: chmod 600 /etc/adtally.toml',
  ]
  expect(settingsWarnings({}, file)).toEqual(open)
  expect(settingsWarnings({}, { ...file, isReadableByOthers: false })).toEqual([])
  expect(settingsWarnings({}, { ...file, given: new Map([given('port', '1')]) })).toEqual([])
})
