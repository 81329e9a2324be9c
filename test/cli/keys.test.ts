import { describe, expect, test } from 'vitest'
import { adtally, adtallyJson, adtallyWorks, expectOneClearLine, serve } from './run-adtally.ts'
import { newStudio, shareStudio } from './studio.ts'

const keyPattern = /^[A-Za-z0-9_-]{32}\n$/

describe('adtally keys', () => {
  test('creates, lists, shows, narrows, rotates and revokes the keys of an account', async () => {
    const { options } = await newStudio()
    const run = (...args: string[]) => adtallyWorks(['keys', ...args], options)
    const limits = ['--allow', 'read', '--allow', 'import', '--expires', '2099-06-30']
    const key = await run('create', 'studio', 'BI tool', ...limits)
    expect(key).toMatch(keyPattern)
    expect(await run('show', 'studio', 'BI tool')).toBe(key)
    const listed = await adtallyJson(['keys', 'list', 'studio'], options)
    const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT/)
    expect(listed).toEqual([
      {
        name: 'BI tool',
        permissions: ['read', 'import'],
        apps: null,
        created_at: instant,
        expires_at: '2099-06-30T00:00:00Z',
        is_expired: false,
        previous_until: null,
        last_used_on: null,
        last_used_from: null,
      },
      expect.objectContaining({ name: 'default', permissions: ['read'], expires_at: null }),
    ])
    const narrowed = await run('narrow', 'studio', 'BI tool', '--allow', 'read', '--app-id', 'zap')
    expect(narrowed).toMatch(
      /^name +may +apps +last used +expires\nBI tool +read +zap +never +2099/,
    )
    const rotated = await run('rotate', 'studio', 'BI tool')
    expect(rotated).toMatch(keyPattern)
    expect(rotated).not.toBe(key)
    const [first] = await adtallyJson(['keys', 'list', 'studio'], options)
    expect(first).toMatchObject({ apps: ['zap'], previous_until: instant })
    await run('rotate', 'studio', 'BI tool', '--grace-hours', '0')
    expect((await adtallyJson(['keys', 'list', 'studio'], options))[0].previous_until).toBe(null)
    expect(await run('revoke', 'studio', 'BI tool')).toBe(
      'The key "BI tool" of studio is revoked.\n',
    )
    await run('revoke', 'studio', 'default')
    expect(await run('list', 'studio')).toBe(
      'No keys. Create one: adtally keys create studio NAME\n',
    )
    for (const secret of [key, rotated]) {
      expect(await adtallyWorks(['audit', '--json'], options)).not.toContain(secret.trim())
    }
    const revoked = await adtallyJson(['audit', '--action', 'key_revoked'], options)
    expect(revoked.map(({ facts }: { facts: object }) => facts)).toEqual([
      { key_name: 'default' },
      { key_name: 'BI tool' },
    ])
  })

  test('goes through a running server, which follows at once', async () => {
    const { options } = await newStudio()
    const server = await serve([], options)
    const key = (await adtallyWorks(['keys', 'create', 'studio', 'k'], options)).trim()
    const status = async () => {
      const url = `${server.baseUrl}/api/v2/publisher/applications?developer=studio`
      return (await fetch(url, { headers: { authorization: `Bearer ${key}` } })).status
    }
    expect(await status()).toBe(200)
    await adtallyWorks(['keys', 'revoke', 'studio', 'k'], options)
    expect(await status()).toBe(401)
    expect(await server.stop()).toBe(0)
  })
})

describe('adtally links', () => {
  test('creates, lists and revokes report links', async () => {
    const { options } = await newStudio()
    const question = '--days last_7 --dimensions network --country US --country DE'.split(' ')
    const paths = await adtallyWorks(['links', 'create', 'studio', 'weekly', ...question], options)
    const [path = '', pagePath] = paths.trim().split('\n')
    expect(path).toMatch(/^\/shared\/reports\/[\w-]{43}$/)
    expect(pagePath).toBe(path.replace('/shared/reports/', '/dashboard/shared/'))
    const env = { ...options.env, ADTALLY_BASE_URL: 'https://ads.example/' }
    const march = ['--start-date', '2026-03-01', '--end-date', '2026-03-31', '--format', 'csv']
    const created = await adtallyJson(
      ['links', 'create', 'studio', 'march', ...march, '--expires', '2099-01-01'],
      { ...options, env },
    )
    expect(created).toMatchObject({
      name: 'march',
      format: 'csv',
      expires_at: '2099-01-01T00:00:00Z',
      question: { start_date: '2026-03-01', end_date: '2026-03-31' },
      url: expect.stringMatching(/^https:\/\/ads\.example\/shared\/reports\/[\w-]{43}$/),
    })
    const table = await adtallyWorks(['links', 'list', 'studio'], options)
    expect(table).toMatch(/march +end_date: 2026-03-31; start_date: 2026-03-01 +csv +\S+ +2099-/)
    expect(table).toMatch(
      /weekly +country: US, DE; days: last_7; dimensions: network +json +\S+ +never\n/,
    )
    expect(table).not.toContain(path.split('/').at(-1))
    await adtallyWorks(['links', 'revoke', 'studio', 'weekly'], options)
    expect(await adtallyJson(['links', 'list', 'studio'], options)).toHaveLength(1)
  })
})

describe('in one clear line', () => {
  const shared = shareStudio()

  test.each<[string, string[], RegExp]>([
    ['an unknown account', ['keys', 'list', 'nobody'], /"nobody".*adtally accounts list$/],
    ['an unknown key', ['keys', 'show', 'studio', 'k'], /"k".*adtally keys list studio$/],
    ['a name that is taken', ['keys', 'create', 'studio', 'default'], /"default".*another name/],
    [
      'an unknown permission',
      ['keys', 'create', 'studio', 'k', '--allow', 'all'],
      /--allow: "all"/,
    ],
    ['an unknown app', ['keys', 'create', 'studio', 'k', '--app-id', 'x'], /app_id "x"/],
    ['an expiry in the past', ['keys', 'create', 'studio', 'k', '--expires', '2020-01-01'], /past/],
    ['a name with a control character', ['keys', 'create', 'studio', 'a\tb'], /^adtally: name: /],
    [
      'nothing to narrow',
      ['keys', 'narrow', 'studio', 'default'],
      /`--allow`, `--app-id` or `--ex/,
    ],
    [
      'a wider key',
      ['keys', 'narrow', 'studio', 'default', '--allow', 'manage'],
      /cannot be allowed more/,
    ],
    [
      'no number of hours',
      ['keys', 'rotate', 'studio', 'k', '--grace-hours', 'x'],
      /--grace-hours/,
    ],
    [
      'a link without days',
      ['links', 'create', 'studio', 'l'],
      /`--days last_28`, or `--start-date DAY`/,
    ],
    ['an unknown link', ['links', 'revoke', 'studio', 'l'], /adtally links list studio$/],
    ['an unknown kind of event', ['audit', '--action', 'x'], /--action: "x".*sign_in/],
  ])('%s is refused', async (_fault, args, expected) => {
    expect(expectOneClearLine(await adtally(args, shared().options))).toMatch(expected)
  })
})
