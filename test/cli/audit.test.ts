import { copyFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import {
  adtally,
  adtallyJson,
  adtallyWorks,
  failureLines,
  serve,
  signIn,
  until,
} from './run-adtally.ts'
import { newStudio, studioKey } from './studio.ts'

const day = 86_400_000

describe('adtally audit', () => {
  test('lists who did what, newest first, without any secret', async () => {
    const { options } = await newStudio()
    const password = 'a password nobody may read'
    await adtallyWorks(['import', 'stats', 'stats.csv'], options)
    const key = (await adtallyWorks(['accounts', 'rotate-key', 'studio'], options)).trim()
    await adtallyWorks(['accounts', 'set-password', 'studio'], { ...options, input: password })
    const events = (await adtallyJson(['audit'], options)) as Record<string, unknown>[]
    expect(events.map(({ action, account }) => [action, account])).toEqual([
      ['password_set', 'studio'],
      ['key_rotated', 'studio'],
      ['figures_imported', 'studio'],
      ['apps_imported', null],
      ['account_created', 'studio'],
    ])
    expect(events[2]).toEqual({
      id: expect.any(Number),
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      action: 'figures_imported',
      actor: 'command',
      name: null,
      address: null,
      account: 'studio',
      facts: { import: 1, source: 'adtally', files: ['stats.csv'] },
    })
    const table = await adtallyWorks(['audit'], options)
    expect(table).toMatch(/^id +time \(UTC\) +action +account +by +address +details\n/)
    expect(table).toMatch(
      /figures imported +studio +command +- +import: 1; source: adtally; files: stats\.csv\n/,
    )
    for (const secret of [key, studioKey, password]) {
      expect(table + JSON.stringify(events)).not.toContain(secret)
    }
  })

  test('can be filtered by account and time, and read in pages', async () => {
    const { options } = await newStudio()
    await adtallyWorks(['accounts', 'create', 'other'], options)
    const actions = async (...args: string[]) =>
      ((await adtallyJson(['audit', ...args], options)) as { action: string; id: number }[]).map(
        ({ action }) => action,
      )
    expect(await actions('--account', 'other')).toEqual(['account_created'])
    expect(await actions('--limit', '1')).toEqual(['account_created'])
    expect(await actions('--before', '3')).toEqual(['apps_imported', 'account_created'])
    expect(await actions('--since', '2026-01-01', '--limit', '2')).toHaveLength(2)
    expect(await actions('--since', '9999-12-31T23:59:59Z')).toEqual([])
    expect(await adtallyWorks(['audit', '--account', 'nobody'], options)).toBe('No events.\n')
  })

  test.each([
    [['--since', 'yesterday'], /--since: .*"yesterday"/],
    [['--limit', '0'], /--limit: "0" is not a whole number from 1 to 10000/],
    [['--before', 'x'], /--before: "x" is not a whole number/],
  ])('refuses %j in one line', async (args, message) => {
    const { options } = await newStudio()
    const outcome = await adtally(['audit', ...args], options)
    expect(outcome.code).toBe(1)
    expect(failureLines(outcome)).toEqual([expect.stringMatching(message)])
  })

  test('distinguishes commands through a server from its inbox, and removes old events', async () => {
    const { folder, directory, options } = await newStudio()
    const database = new DatabaseSync(join(directory, 'adtally.sqlite'))
    const insert = database.prepare(
      "INSERT INTO audit_events (at_ms, action, actor, username, facts) VALUES (?, 'sign_out', 'session', ?, '{}')",
    )
    insert.run(Date.now() - 31 * day, 'too-old')
    insert.run(Date.now() - 29 * day, 'recent')
    // They come before the other events, as in a log that grew.
    database.exec("UPDATE audit_events SET id = id - 10 WHERE action = 'sign_out'")
    database.close()
    const inbox = join(folder, 'inbox')
    await mkdir(inbox)
    await copyFile(join(folder, 'stats.csv'), join(inbox, 'stats.csv'))
    const env = { ...options.env, ADTALLY_AUDIT_DAYS: '30' }
    const server = await serve(['--inbox', inbox], { ...options, env })
    await until(() => (server.stdout().includes('imported  stats.csv') ? true : null))
    await adtallyWorks(['accounts', 'rotate-key', 'studio'], options)
    const events = (await adtallyJson(['audit'], options)) as Record<string, unknown>[]
    expect(events.map(({ action, actor, account }) => [action, actor, account])).toEqual([
      ['key_rotated', 'operator', 'studio'],
      ['figures_imported', 'inbox', 'studio'],
      ['apps_imported', 'command', null],
      ['account_created', 'command', 'studio'],
      ['sign_out', 'session', 'recent'],
    ])
    expect(await server.stop()).toBe(0)
  })

  test('counted events are written when the server stops', async () => {
    const { options } = await newStudio()
    const server = await serve([], options)
    for (let nth = 0; nth < 23; nth++) {
      await signIn(server.baseUrl, `guess-${nth}`, 'wrong')
    }
    await server.stop()
    const [last] = (await adtallyJson(['audit'], options)) as Record<string, unknown>[]
    expect(last).toMatchObject({ action: 'sign_in_failed', facts: { repeated: 3 } })
  })
})

test('a command that cannot be recorded works, and prints a warning', async () => {
  const { directory, options } = await newStudio()
  const database = new DatabaseSync(join(directory, 'adtally.sqlite'))
  database.exec('DROP TABLE audit_events')
  database.close()
  const { code, stdout, stderr } = await adtally(['accounts', 'rotate-key', 'studio'], options)
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^\S{22,}\n$/)])
  expect(stderr).toMatch(/^adtally: warning: An event is missing from the audit log: .*\n$/)
})
