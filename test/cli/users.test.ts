import { beforeAll, describe, expect, test } from 'vitest'
import { adtally, adtallyWorks, expectOneClearLine } from './run-adtally.ts'
import { newStudio, type Studio, shareStudio, within } from './studio.ts'

const password = 'studio opens at dawn'
const ada = 'ada@example.com'

const run = (studio: Studio, ...args: string[]) => adtallyWorks(args, studio.options)
const runJson = async (studio: Studio, ...args: string[]) =>
  JSON.parse(await run(studio, ...args, '--json'))
const setPassword = (studio: Studio, ...args: string[]) =>
  adtallyWorks(args, { ...studio.options, input: `${password}\n` })

/** Accepts the invitation of a link, and signs in once. */
const accept = (studio: Studio, link: string) =>
  within(studio.directory, async ({ invitations, sessions, users }) => {
    const token = link.trim().split('/').at(-1)!
    const accepted = await invitations.accept(token, { password })
    await sessions.open((await users.known(accepted!.user))!, {
      browser: 'Firefox on Linux',
      network: '192.0.2.7',
    })
  })

test('a user is invited, changed and removed', async () => {
  const studio = await newStudio()
  expect(await run(studio, 'users', 'list', 'studio')).toMatch(/^No users yet\./)
  await setPassword(studio, 'accounts', 'set-password', 'studio')
  const invite = ['users', 'invite', 'studio', 'Ada@Example.com', '--role', 'editor']
  const base = ['--base-url', 'https://ads.example.com/']
  const link = await run(studio, ...invite, ...base)
  expect(link).toMatch(/^https:\/\/ads\.example\.com\/dashboard\/invitation\/[\w-]{43}\n$/)
  const rows = (await run(studio, 'users', 'list', 'studio')).split('\n')
  expect(rows[0]).toBe(
    'user             role    apps  signs in with                   last use (UTC)',
  )
  expect(rows[1]).toMatch(/^studio {11}owner {3}all {3}password {24}-$/)
  expect(rows[2]).toMatch(/^ada@example\.com {2}editor {2}all {3}invited until \d{4}-/)
  await accept(studio, link)
  expect(await runJson(studio, 'users', 'list', 'studio')).toEqual({
    users: [
      {
        user: ada,
        role: 'editor',
        apps: null,
        has_password: true,
        has_second_factor: false,
        providers: [],
        last_used_at: expect.stringMatching(/^\d{4}-.*Z$/),
      },
      {
        user: 'studio',
        role: 'owner',
        apps: null,
        has_password: true,
        has_second_factor: false,
        providers: [],
        last_used_at: null,
      },
    ],
    invitations: [],
  })
  expect(await run(studio, 'users', 'set-role', 'studio', ada, 'viewer')).toBe(
    `${ada} is now viewer of studio.\n`,
  )
  expect(await run(studio, 'users', 'remove', 'studio', ada)).toBe(
    `${ada} is no longer a user of studio.\n`,
  )
  const { users } = await runJson(studio, 'users', 'list', 'studio')
  expect(users.map(({ user }: { user: string }) => user)).toEqual(['studio'])
})

test('a user is limited to apps, and sees all again', async () => {
  const studio = await newStudio()
  const list = async () => (await runJson(studio, 'users', 'list', 'studio')).users[0].apps
  const link = await run(
    ...([studio, 'users', 'invite', 'studio', ada, '--role', 'viewer'] as const),
    ...['--app-id', 'zap', '--app-id', 'brick'],
  )
  expect(await run(studio, 'users', 'list', 'studio')).toMatch(/viewer {2}brick, zap {2}invited/)
  await accept(studio, link)
  expect(await list()).toEqual(['brick', 'zap'])
  const change = ['users', 'set-role', 'studio', ada]
  expect(await run(studio, ...change, 'editor', '--app-id', 'zap')).toBe(
    `${ada} is now editor of studio, and sees only zap.\n`,
  )
  await run(studio, ...change, 'viewer')
  expect(await list()).toEqual(['zap'])
  for (const refused of [['owner'], ['viewer', '--app-id', 'nobody']]) {
    expectOneClearLine(await adtally([...change, ...refused], studio.options))
  }
  const both = [...change, 'viewer', '--app-id', 'zap', '--all-apps']
  expect(await adtally(both, studio.options)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^error: option '--all-apps' cannot be used with/),
  })
  expect(await list()).toEqual(['zap'])
  await run(studio, ...change, 'viewer', '--all-apps')
  expect(await list()).toBeNull()
})

test('an invitation is withdrawn, and its link is worth nothing', async () => {
  const studio = await newStudio()
  const link = await run(studio, 'users', 'invite', 'studio', ada, '--role', 'owner')
  expect(link).toMatch(/^\/dashboard\/invitation\//)
  expect(await run(studio, 'users', 'remove', 'studio', ada)).toBe(
    `The invitation of ${ada} to studio is withdrawn.\n`,
  )
  await expect(accept(studio, link)).rejects.toThrow()
})

test('sessions are listed and ended, one or all; a password ends them too', async () => {
  const studio = await newStudio()
  await accept(studio, await run(studio, 'users', 'invite', 'studio', ada, '--role', 'owner'))
  const listed = () => runJson(studio, 'users', 'sessions', ada)
  const open = () =>
    within(studio.directory, async ({ sessions, users }) => {
      await sessions.open((await users.known(await users.get(ada)))!)
    })
  await open()
  expect(await listed()).toMatchObject([
    { browser: '', network: '' },
    { browser: 'Firefox on Linux', network: '192.0.2.7' },
  ])
  const [{ id }] = await listed()
  expect(await run(studio, 'users', 'end-sessions', ada, '--session', String(id))).toBe(
    `Session ${id} has ended.\n`,
  )
  expect(await listed()).toMatchObject([{ browser: 'Firefox on Linux' }])
  await run(studio, 'users', 'end-sessions', ada)
  expect(await run(studio, 'users', 'sessions', ada)).toBe('No open sessions.\n')
  await open()
  await setPassword(studio, 'users', 'set-password', ada)
  expect(await listed()).toEqual([])
})

describe('a command is refused with one clear line', () => {
  const shared = shareStudio()
  beforeAll(async () => void (await setPassword(shared(), 'accounts', 'set-password', 'studio')))

  test.each<[what: string, args: string[], expected: RegExp]>([
    ['an unknown account', ['list', 'nobody'], /"nobody"/],
    ['an unknown user', ['set-role', 'studio', ada, 'viewer'], /has no user "ada@example\.com"/],
    ['an unknown login', ['sessions', ada], /There is no user "ada@example\.com"/],
    ['an unknown role', ['invite', 'studio', ada, '--role', 'boss'], /^adtally: --role: "boss"/],
    ['something that is no address', ['invite', 'studio', 'a b', '--role', 'owner'], /e-mail/],
    ['no address of a new user', ['invite', 'studio', 'ada', '--role', 'owner'], /e-mail/],
    ['demoting the only owner', ['set-role', 'studio', 'studio', 'viewer'], /only owner/],
    ['removing the only owner', ['remove', 'studio', 'studio'], /only owner/],
    ['inviting a user again', ['invite', 'studio', 'studio', '--role', 'viewer'], /already is/],
    ['an unknown session', ['end-sessions', 'studio', '--session', '99'], /no session 99/],
    ['a session that is no number', ['end-sessions', 'studio', '--session', 'x'], /--session/],
    ['no second factor', ['reset-second-factor', 'studio'], /no second factor/],
  ])('%s', async (_what, args, expected) => {
    const outcome = await adtally(['users', ...args], shared().options)
    expect(expectOneClearLine(outcome)).toMatch(expected)
  })
})

test("an account's password is not set while the user with its name does not own it", async () => {
  const studio = await newStudio()
  await setPassword(studio, 'accounts', 'set-password', 'studio')
  await accept(studio, await run(studio, 'users', 'invite', 'studio', ada, '--role', 'owner'))
  await run(studio, 'users', 'set-role', 'studio', 'studio', 'viewer')
  const outcome = await adtally(['accounts', 'set-password', 'studio'], {
    ...studio.options,
    input: `${password}\n`,
  })
  expect(expectOneClearLine(outcome)).toContain('adtally users invite studio EMAIL --role owner')
})
