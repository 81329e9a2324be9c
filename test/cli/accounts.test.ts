import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { adtally, adtallyJson, adtallyWorks, expectOneClearLine } from './run-adtally.ts'
import { newFolder, shareStudio, studioKey } from './studio.ts'

const keyPattern = /^[A-Za-z0-9_-]{22,}$/

describe('accounts', () => {
  test('are created, listed, given new keys and disabled', async () => {
    const directory = join(await newFolder(), 'data')
    const options = { env: { ADTALLY_DATA_DIR: directory } }
    const first = await adtallyWorks(['accounts', 'create', 'studio'], options)
    expect(first.trim()).toMatch(keyPattern)
    const brought = ['accounts', 'create', 'other', '--currency', 'EUR', '--key', studioKey]
    const second = await adtallyJson(brought, options)
    expect(second).toEqual({ username: 'other', key: studioKey })

    const listed = await adtallyJson(['accounts', 'list'], options)
    const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
    expect(listed).toEqual([
      { username: 'other', currency: 'EUR', created_at: instant, disabled_at: null },
      { username: 'studio', currency: 'USD', created_at: instant, disabled_at: null },
    ])

    const rotated = await adtallyWorks(['accounts', 'rotate-key', 'studio'], options)
    expect(rotated.trim()).toMatch(keyPattern)
    expect(rotated).not.toBe(first)

    const disabled = await adtallyJson(['accounts', 'disable', 'other'], options)
    expect(disabled).toEqual({ ...listed[0], disabled_at: instant })
    const table = await adtallyWorks(['accounts', 'list'], options)
    expect(table).toMatch(/studio +USD +\S+ +active/)
    expect(table).toMatch(/other +EUR +\S+ +disabled/)
    // Keys are shown only when they are issued.
    for (const key of [first.trim(), second.key, rotated.trim()]) expect(table).not.toContain(key)
  })
})

describe('an account is refused with one clear line', () => {
  const shared = shareStudio()

  test.each<[string, string[], RegExp]>([
    ['a username that is taken', ['create', 'studio'], /"studio" is taken/],
    ['a key that is taken', ['create', 'b', '--key', studioKey], /Another account has this key/],
    ['a username with a slash', ['create', '../studio'], /"\.\.\/studio"/],
    ['an unknown currency', ['create', 'c', '--currency', 'dollars'], /"dollars"/],
    ['a new key for an unknown username', ['rotate-key', 'nobody'], /"nobody"/],
  ])('%s', async (_fault, args, expected) => {
    const line = expectOneClearLine(await adtally(['accounts', ...args], shared().options))
    expect(line).toMatch(expected)
    expect(line).not.toContain(studioKey)
  })
})

describe('the data directory', () => {
  test('is set by the flag, else by ADTALLY_DATA_DIR, else ./data', async () => {
    const cwd = await newFolder()
    const env = { ADTALLY_DATA_DIR: join(cwd, 'by-environment') }
    const create = ['accounts', 'create', 'studio']
    await adtallyWorks(create, { cwd })
    await adtallyWorks(create, { cwd, env })
    await adtallyWorks([...create, '--data-dir', 'by-flag'], { cwd, env })
    expect((await readdir(cwd)).sort()).toEqual(['by-environment', 'by-flag', 'data'])
  })

  test('that cannot be created gives one clear line', async () => {
    const outcome = await adtally(['accounts', 'create', 'a', '--data-dir', '/dev/null/data'])
    expect(expectOneClearLine(outcome)).toContain('/dev/null/data')
  })
})
