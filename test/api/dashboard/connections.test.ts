import { beforeAll, describe, expect, test } from 'vitest'
import { connectors } from '../../../src/sources/all-connectors.ts'
import { inviteUser } from '../../../src/use-cases/invite-user.ts'
import { parseDay } from '../../../src/values/day.ts'
import { signedIn, Visitor } from '../../fixtures/dashboard-visitor.ts'
import { expectProblem } from '../../fixtures/problem-body.ts'
import { openPulledDashboard, studioPassword } from '../../fixtures/pulled-dashboard.ts'
import { shareSite } from '../../fixtures/share-site.ts'

const site = shareSite(openPulledDashboard)
let owner: Visitor
let editor: Visitor
let viewer: Visitor

const given = (connector: string) => ({ ...site.fake.networks.get(connector)!.given })
const secretsOf = (connector: string) =>
  Object.entries(connectors.get(connector)!.fields).flatMap(([field, { isSecret }]) =>
    isSecret ? (given(connector)[field] ?? []) : [],
  )

beforeAll(async () => {
  owner = await signedIn(site.server, 'studio', studioPassword)
  const { call, invitations, sessions, users } = site.installation
  const invited = async (role: 'editor' | 'viewer') => {
    const user = `${role}@studio.example`
    const { token } = await call(inviteUser, { username: 'studio', user, role })
    const accepted = await invitations.accept(token, { password: studioPassword })
    const visitor = new Visitor(site.server)
    visitor.token = (await sessions.open((await users.known(accepted!.user))!)).token
    return visitor
  }
  editor = await invited('editor')
  viewer = await invited('viewer')
})

const account = { account: 'studio', currency: 'USD' } as const
const listed = async (who = owner) => (await who.get('/connections')).json().connections
const one = async (name: string, who = owner) =>
  (await listed(who)).find((found: { name: string }) => found.name === name)
const add = (connector: string, more: object = {}) =>
  owner.post('/connections/add', {
    connector,
    values: given(connector),
    start_date: '2026-03-06',
    ...more,
  })
const idle = (name: string) =>
  expect.poll(async () => (await one(name)).pull, { timeout: 60_000 }).toBe(null)
const daysOf = async (name: string, who = owner) =>
  (
    await who.get('/connections/days', { name, start_date: '2026-03-01', end_date: '2026-03-10' })
  ).json()

describe('the networks that can be connected', () => {
  test('are listed with what each needs', async () => {
    const { networks, ...members } = (await owner.get('/connections/networks')).json()
    expect(members).toEqual({
      ...account,
      consent_redirect_uri: 'https://reports.example/dashboard/connections/consent',
    })
    expect(networks).toHaveLength(connectors.size)
    const admob = networks.find((found: { connector: string }) => found.connector === 'admob')
    expect(admob).toMatchObject({
      kind: 'network',
      verified: 'documents',
      needs_consent: true,
      has_depth: false,
    })
    const deep = networks.filter((found: { has_depth: boolean }) => found.has_depth)
    expect(deep.map(({ connector }: { connector: string }) => connector)).toEqual(
      [...connectors]
        .filter(([, { depth }]) => depth)
        .map(([name]) => name)
        .sort(),
    )
    const names = admob.fields.map((field: { name: string }) => field.name)
    // A consent brings the refresh token.
    expect(names).toEqual(['clientId', 'clientSecret', 'publisherId', 'zone', 'currency', 'detail'])
    expect(admob.fields[1]).toEqual({
      name: 'clientSecret',
      title: 'OAuth client secret',
      is_secret: true,
      where: expect.stringContaining('Credentials'),
      default: null,
      choices: null,
    })
  })
})

describe('a connection', () => {
  test('is tested before it is added, and a test imports nothing', async () => {
    const body = { connector: 'mintegral', values: given('mintegral') }
    const tried = await owner.post('/connections/try', body)
    expect(tried.statusCode).toBe(200)
    const { rows, impressions, new_apps: apps, ...rest } = tried.json()
    expect(rest).toMatchObject({ ...account, network: 'Mintegral', day: '2026-03-09' })
    expect(rest.networks).toEqual(['mintegral'])
    expect([rows > 0, Number(impressions) > 0, apps.length > 0]).toEqual([true, true, true])
    expect((await owner.get('/imports')).json().imports).toEqual([])
    expect(await listed()).toEqual([])
  })

  test('is refused with the field that is wrong, and never with a value', async () => {
    const { skey: _, ...lacking } = given('mintegral') as Record<string, string>
    const missing = await owner.post('/connections/try', {
      connector: 'mintegral',
      values: lacking,
    })
    expectProblem(missing, 422, 'refused')
    expect(missing.json().detail).toMatch(/^The connector mintegral needs "[A-Z]\w+/)
    const wrong = Object.fromEntries(
      Object.keys(given('mintegral')).map((field) => [
        field,
        field === 'zone' ? 'UTC' : `wrong-${field}-value`,
      ]),
    )
    const refused = await owner.post('/connections/try', { connector: 'mintegral', values: wrong })
    expectProblem(refused, 422, 'refused')
    expect(refused.json().detail).toMatch(/^Mintegral gave no figures: /)
    expect(refused.body).not.toMatch(/wrong-\w+-value/)
    const foreign = { ...given('mintegral'), password: 'hidden' }
    const unknown = await owner.post('/connections/add', {
      connector: 'mintegral',
      values: foreign,
    })
    expectProblem(unknown, 422, 'refused')
    expect(unknown.body).not.toContain('hidden')
    expect((await owner.post('/connections/add', { connector: 'no-network' })).statusCode).toBe(400)
    expect(await listed()).toEqual([])
  })

  test('is pulled as soon as it is added, and its days are shown', async () => {
    const added = await add('mintegral')
    expect([added.statusCode, added.json()]).toEqual([200, { ...account, name: 'mintegral' }])
    await idle('mintegral')
    const found = await one('mintegral')
    expect(found).toMatchObject({
      network: 'Mintegral',
      state: 'active',
      problem: null,
      has_consent: null,
      first_day: '2026-03-06',
      last_good_day: '2026-03-09',
      days: { due: 0, done: 4, empty: 0, held: 0, failed: 0 },
    })
    expect(found.own_network).toBe('mintegral')
    const { pulled_days: days, connection } = await daysOf('mintegral')
    expect(connection).toEqual(found)
    expect(days).toHaveLength(4)
    const range = { start_date: '2026-03-08', end_date: '2026-03-10' }
    const [withDays] = (await owner.get('/connections', range)).json().connections
    const pulled_days = ['08', '09'].map((day) => ({ day: `2026-03-${day}`, state: 'done' }))
    expect(withDays).toEqual({ ...found, pulled_days })
    expect(days[0]).toMatchObject({ day: '2026-03-06', state: 'done', problem: null, held: null })
    expect(Number(days[0].revenue)).toBeGreaterThan(0)
    const imports = (await owner.get('/imports')).json().imports
    expect(imports).toHaveLength(4)
  })

  test('fetches days again that someone asks for, and refuses those that are not reported', async () => {
    const asked = { name: 'mintegral', start_date: '2026-02-25', end_date: '2026-02-26' }
    const begun = await editor.post('/connections/pull', asked)
    expect([begun.statusCode, begun.json()]).toEqual([200, { ...account, name: 'mintegral' }])
    await idle('mintegral')
    const range = { name: 'mintegral', start_date: '2026-02-20', end_date: '2026-02-28' }
    const days = (await owner.get('/connections/days', range)).json().pulled_days
    expect(days.map(({ day, state }: Record<string, string>) => `${day} ${state}`)).toEqual([
      '2026-02-25 done',
      '2026-02-26 done',
    ])
    const later = { name: 'mintegral', start_date: '2026-03-12', end_date: '2026-03-13' }
    const refused = await editor.post('/connections/pull', later)
    expectProblem(refused, 422, 'refused')
    expect(refused.json().detail).toContain('can be asked for days from')
    expectProblem(await editor.post('/connections/pull', { name: 'nothing' }), 422, 'refused')
    const unknown = { name: 'nothing', start_date: '2026-03-01', end_date: '2026-03-02' }
    expectProblem(await viewer.get('/connections/days', unknown), 404, 'not_found')
    expectProblem(await editor.post('/connections/pull', {}), 400, 'bad_parameters', {
      name: /name/,
    })
    const misspelt = { name: 'mintegral', from: '2026-02-25', to: '2026-02-26' }
    expectProblem(await editor.post('/connections/pull', misspelt), 400, 'bad_parameters', {
      from: /There is no field "from"/,
    })
  })

  test('is paused, resumed and tested by those who import', async () => {
    const named = { name: 'mintegral' }
    expect((await editor.post('/connections/pause', named)).statusCode).toBe(200)
    expect(await one('mintegral')).toMatchObject({ state: 'paused', next_pull_at: null })
    const refused = await editor.post('/connections/pull', named)
    expect(refused.json().detail).toBe('The connection "mintegral" is paused.')
    expect((await editor.post('/connections/resume', named)).statusCode).toBe(200)
    await idle('mintegral')
    expect(await one('mintegral')).toMatchObject({ state: 'active' })
    const tested = await editor.post('/connections/test', named)
    expect(tested.json()).toMatchObject({ ...account, network: 'Mintegral', new_apps: [] })
  })

  test('shows a day that vanished, which is imported once it is confirmed', async () => {
    site.fake.truth.vanish('mintegral', parseDay('2026-03-09')!)
    await editor.post('/connections/pull', {
      name: 'mintegral',
      start_date: '2026-03-09',
      end_date: '2026-03-09',
    })
    await idle('mintegral')
    const held = (await daysOf('mintegral', viewer)).pulled_days.at(-1)
    expect(held).toMatchObject({ day: '2026-03-09', state: 'held' })
    expect(held.held).toEqual({ rows: 0, impressions: '0', revenue: '0' })
    expect(held.problem).toMatch(/^The report has no rows any more/)
    expect((await one('mintegral')).days).toMatchObject({ held: 1 })
    const day = { name: 'mintegral', day: '2026-03-09' }
    expect((await editor.post('/connections/confirm', day)).statusCode).toBe(200)
    await idle('mintegral')
    expect((await daysOf('mintegral')).pulled_days.at(-1)).toMatchObject({ state: 'empty' })
    expectProblem(await editor.post('/connections/confirm', day), 422, 'refused')
  })

  test('is fetched and booked as its owner says', async () => {
    const change = (changes: object) =>
      owner.post('/connections/change', { name: 'mintegral', ...changes })
    const own = { ready_hours: 10, reread_days: 5, sweep_days: 60 }
    const changed = await change({ ...own, sweep_weekday: 'sunday' })
    expect([changed.statusCode, changed.json()]).toEqual([200, { ...account, name: 'mintegral' }])
    await idle('mintegral')
    expect(await one('mintegral')).toMatchObject({
      ...own,
      sweep_weekday: 'sunday',
      own_schedule: own,
      back_off: null,
    })
    const far = await change({ sweep_days: 366 })
    expectProblem(far, 400, 'bad_parameters', { sweep_days: /from 0 to 365, or null/ })
    const idle5 = await change({ sweep_days: 5 })
    expectProblem(idle5, 422, 'refused')
    expect(idle5.json().detail).toContain('The last 5 days are fetched every day')
    expect(await one('mintegral')).toMatchObject(own)
    const none = { ready_hours: null, reread_days: null, sweep_days: null, sweep_weekday: 'any' }
    expect((await change(none)).statusCode).toBe(200)
    await idle('mintegral')
    expect(await one('mintegral')).toMatchObject({
      ready_hours: 8,
      reread_days: 7,
      sweep_days: 30,
      sweep_weekday: 'any',
    })
  })

  test('is refused by the network, told in plain words, and goes on with other credentials', async () => {
    const field = Object.keys(connectors.get('mintegral')!.fields).find(
      (name) => connectors.get('mintegral')!.fields[name]!.isSecret,
    )!
    const wrong = { name: 'mintegral', values: { [field]: 'no-such-secret-at-all' } }
    expect((await owner.post('/connections/change', wrong)).statusCode).toBe(200)
    await owner.post('/connections/pull', { name: 'mintegral' })
    await idle('mintegral')
    const refused = await one('mintegral', viewer)
    expect(refused).toMatchObject({ state: 'refused', next_pull_at: null })
    expect(refused.problem).toMatch(/^Mintegral gave no figures: .*Check the credentials/)
    expect(refused.problem).not.toContain('adtally ')
    const values = given('mintegral')
    await owner.post('/connections/change', { name: 'mintegral', values })
    await idle('mintegral')
    expect(await one('mintegral')).toMatchObject({ state: 'active', problem: null })
  })

  test('shows its settings to owners only, and its secrets to nobody', async () => {
    await add('applovin-max', { name: 'MAX', start_date: '2026-03-09' })
    await idle('MAX')
    const connector = connectors.get('mintegral')!
    const secrets = Object.keys(connector.fields).filter((name) => connector.fields[name]!.isSecret)
    expect((await one('mintegral')).secrets).toEqual(secrets.sort())
    for (const who of [editor, viewer]) {
      const found = await one('mintegral', who)
      expect([found.settings, found.secrets]).toEqual([null, null])
      expect((await daysOf('mintegral', who)).connection.settings).toBe(null)
    }
    const answers = await Promise.all([
      ...[owner, editor, viewer].flatMap((who) => [
        who.get('/connections'),
        who.get('/connections/days', {
          name: 'MAX',
          start_date: '2026-03-01',
          end_date: '2026-03-10',
        }),
      ]),
      owner.get('/connections/networks'),
      owner.get('/audit'),
      owner.post('/connections/test', { name: 'MAX' }),
    ])
    for (const secret of [...secretsOf('mintegral'), ...secretsOf('applovin-max')]) {
      for (const { body } of answers) expect(body).not.toContain(secret)
      expect(site.lines.join('')).not.toContain(secret)
    }
  })

  test('fetches details too while its owner wants them, where the network tells any', async () => {
    const change = (name: string, depth: unknown, who = owner) =>
      who.post('/connections/change', { name, depth })
    expect(await one('MAX', viewer)).toMatchObject({ depth: true })
    expect((await change('MAX', false)).statusCode).toBe(200)
    await idle('MAX')
    expect(await one('MAX', viewer)).toMatchObject({ depth: false })
    expectProblem(await change('MAX', 'off'), 400, 'bad_parameters', { depth: /true or false/ })
    expectProblem(await change('MAX', true, editor), 403, 'forbidden')
    expect(await one('mintegral')).toMatchObject({ depth: null })
    const refused = await change('mintegral', true)
    expectProblem(refused, 422, 'refused')
    expect(refused.json().detail).toContain('reports nothing beyond ad figures')
    const [event] = (await owner.get('/audit'))
      .json()
      .events.filter(({ action }: { action: string }) => action === 'connection_changed')
    expect(JSON.stringify(event)).toContain('"depth"')
    await add('levelplay', { name: 'flat', start_date: '2026-03-09', depth: false })
    await idle('flat')
    expect(await one('flat')).toMatchObject({ depth: false })
  })

  test('is removed with its days; its figures stay', async () => {
    const imports = (await owner.get('/imports')).json().imports.length
    const removed = await owner.post('/connections/remove', { name: 'MAX' })
    expect(removed.json()).toEqual({ ...account, name: 'MAX' })
    expect(await one('MAX')).toBe(undefined)
    expect((await owner.get('/imports')).json().imports).toHaveLength(imports)
    expectProblem(await owner.post('/connections/remove', { name: 'MAX' }), 422, 'refused')
  })
})

test('everything is recorded by name', async () => {
  const { events } = (await owner.get('/audit')).json()
  const own = events.filter(({ action }: { action: string }) =>
    /^connection_|^day_confirmed$/.test(action),
  )
  const actions = own.map(({ action }: { action: string }) => action)
  expect(new Set(actions)).toEqual(
    new Set([
      ...['connection_added', 'connection_changed', 'connection_paused', 'connection_resumed'],
      ...['connection_removed', 'day_confirmed'],
    ]),
  )
})
