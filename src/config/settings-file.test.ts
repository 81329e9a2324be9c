import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { ConfigError } from './settings.ts'
import { readSettingsFile } from './settings-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'adtally-settings-'))
afterAll(() => rmSync(folder, { recursive: true }))
let files = 0

/** Reads a file with this content. */
async function read(text: string, name = `${files++}.toml`) {
  writeFileSync(join(folder, name), text)
  const file = await readSettingsFile(name, { env: {}, cwd: folder })
  return Object.fromEntries([...file!.given].map(([key, { text, line }]) => [key, [text, line]]))
}

/** The lines of the error that a file gives. */
async function faultsOf(text: string): Promise<string[]> {
  const error = await read(text, 'bad.toml').catch((thrown) => thrown)
  expect(error).toBeInstanceOf(ConfigError)
  return [error.message, ...error.details]
}

test('settings are read with their lines; texts, numbers, lists and truths are as variables have them', async () => {
  const text = `# Adtally
port = 9_000

base-url = 'https://ads.example.com'
trusted-proxies = [
  "10.0.0.7", # the proxy
  "10.1.0.0/16",
]
clickhouse-replicated = true
host = ""
`
  expect(await read(text)).toEqual({
    port: ['9000', 2],
    'base-url': ['https://ads.example.com', 4],
    'trusted-proxies': ['10.0.0.7,10.1.0.0/16', 5],
    'clickhouse-replicated': ['true', 9],
  })
  expect(await read(text.replaceAll('\n', '\r\n'))).toHaveProperty('base-url.1', 4)
  expect(await read(`\uFEFF${text}`)).toHaveProperty('port.1', 2)
  expect(await read('')).toEqual({})
})

test('relative paths begin in the folder of the file', async () => {
  mkdirSync(join(folder, 'etc'))
  const text = 'data-dir = "data"\ninbox = "/srv/inbox"'
  expect(await read(text, 'etc/adtally.toml')).toEqual({
    'data-dir': [join(folder, 'etc/data'), 1],
    inbox: ['/srv/inbox', 2],
  })
})

describe('a fault names file, line, and what was probably meant', () => {
  test.each<[text: string, fault: string]>([
    ['\nprot = 1', 'bad.toml:2: "prot" is not a setting. Did you mean port?'],
    [
      'base_url = "https://a.example"',
      'bad.toml:1: "base_url" is not a setting. Did you mean base-url?',
    ],
    [
      'Base-URL = "https://a.example"',
      'bad.toml:1: "Base-URL" is not a setting. Did you mean base-url?',
    ],
    ['"--port" = 1', 'bad.toml:1: "--port" is not a setting. Did you mean port?'],
    ['colour = "red"', 'bad.toml:1: "colour" is not a setting; adtally config lists them all'],
    [
      '# a\n[oidc]\nissuer = "https://a.example"',
      'bad.toml:2: "oidc" is a table, and settings are at the top of the file, without tables. Write oidc-issuer = …',
    ],
    ['port = 65_536', 'bad.toml:1: port: "65536" is not a whole number from 0 to 65535'],
    ['port = 80.5', 'bad.toml:1: port: this is not a whole number from 0 to 65535'],
    ['host = ["a"]', 'bad.toml:1: host: this is not a text'],
    ['host = 2026-03-01', 'bad.toml:1: host: this is not a text'],
    [
      'log-level = "loud"',
      'bad.toml:1: log-level: "loud" is not one of silent, error, warn, info, debug',
    ],
    [
      'trusted-proxies = ["10.0.0.7", "ten"]',
      'bad.toml:1: trusted-proxies: "ten" is not an IP address or a network such as 10.0.0.0/8',
    ],
    [
      'clickhouse-replicated = "yes"',
      'bad.toml:1: clickhouse-replicated: "yes" is not true, false, 1 or 0',
    ],
  ])('%j', async (text, fault) => {
    expect(await faultsOf(text)).toEqual([fault])
  })

  test('all of them at once', async () => {
    expect(await faultsOf('prot = 1\n\n\nport = "x"\nhost = "a"\nhots = 1')).toEqual([
      'bad.toml has 3 faults:',
      'bad.toml:1: "prot" is not a setting. Did you mean port?',
      'bad.toml:4: port: "x" is not a whole number from 0 to 65535',
      'bad.toml:6: "hots" is not a setting. Did you mean host?',
    ])
  })

  test.each([
    ['a text without quotes', 'port = 1\nhost = localhost', 2],
    ['a key that is given twice', 'port = 1\nhost = "a"\nport = 2', 3],
    ['an open quote', 'port = 1\n\nhost = "a\n', 3],
    ['no TOML at all', '{"port": 1}', 1],
  ])('%s', async (_what, text, line) => {
    const [fault, ...more] = await faultsOf(text)
    expect(fault).toMatch(new RegExp(`^bad\\.toml:${line}: [^\\n]+$`))
    expect(more).toEqual([])
  })
})

test('an error never shows a secret, nor lines of a file that is no TOML', async () => {
  const secret = 'hunter2-and-more'
  for (const text of [
    `database-url = "mysql://user:${secret}@host"`,
    `database-url = ["postgres://user:${secret}@host"]`,
    `oidc-client-secret = "${secret}"\ndatabase-url = "postgres://user:${secret}@host`,
    `oidc-client-secret = ${secret}`,
    `valkey-url = 'ftp://${secret}'\nprot = 1`,
  ]) {
    expect((await faultsOf(text)).join('\n')).not.toContain(secret)
  }
})

describe('the file is', () => {
  const place = join(folder, 'place')
  mkdirSync(place)
  const at = (flag: string | undefined, env = {}) =>
    readSettingsFile(flag, { env, cwd: place }).then((file) => file?.path ?? null)

  test('the one that the flag names, else the variable, else adtally.toml, else none', async () => {
    expect(await at(undefined)).toBe(null)
    for (const name of ['adtally.toml', 'a.toml', 'b.toml']) writeFileSync(join(place, name), '')
    expect(await at(undefined)).toBe(join(place, 'adtally.toml'))
    expect(await at(undefined, { ADTALLY_CONFIG: '' })).toBe(join(place, 'adtally.toml'))
    expect(await at(undefined, { ADTALLY_CONFIG: 'a.toml' })).toBe(join(place, 'a.toml'))
    expect(await at('b.toml', { ADTALLY_CONFIG: 'a.toml' })).toBe(join(place, 'b.toml'))
  })

  test('refused when it is named and does not exist, is a folder, or is too large', async () => {
    await expect(at('none.toml')).rejects.toThrow(
      '--config (or ADTALLY_CONFIG): none.toml cannot be read (ENOENT)',
    )
    await expect(at('.')).rejects.toThrow('. is not a file')
    writeFileSync(join(place, 'large.toml'), '#'.repeat(65_537))
    await expect(at('large.toml')).rejects.toThrow('large.toml has more than 65536 bytes')
    writeFileSync(join(place, 'long.toml'), '\n'.repeat(1_001))
    await expect(at('long.toml')).rejects.toThrow('long.toml:1001: has more than 1000 lines')
  })
})
