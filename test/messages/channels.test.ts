import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ownHosts } from '../../src/config/network-calls.ts'
import { createAccount } from '../../src/use-cases/create-account.ts'
import { importApps } from '../../src/use-cases/import-apps.ts'
import { importFigures } from '../../src/use-cases/import-figures.ts'
import { inviteUser } from '../../src/use-cases/invite-user.ts'
import { addChannel } from '../../src/use-cases/messages/add-channel.ts'
import { changeChannel } from '../../src/use-cases/messages/change-channel.ts'
import { listChannels } from '../../src/use-cases/messages/list-channels.ts'
import { listMessages } from '../../src/use-cases/messages/list-messages.ts'
import { replayMessage } from '../../src/use-cases/messages/replay-message.ts'
import { testChannel } from '../../src/use-cases/messages/test-channel.ts'
import { setPassword } from '../../src/use-cases/set-password.ts'
import { type MailServer, openMailServer } from '../fixtures/mail-server.ts'
import { type MessageReceiver, openReceiver } from '../fixtures/message-receiver.ts'
import { type ClockedInstallation, openClocked } from '../fixtures/moving-clock.ts'
import { serveReports } from '../fixtures/report-server.ts'

let mail: MailServer
let receiver: MessageReceiver
let site: ClockedInstallation

beforeEach(async () => {
  mail = await openMailServer((address) => address.startsWith('nobody'))
  receiver = await openReceiver()
  site = await openClocked({
    mail: { smtpUrl: mail.url, mailFrom: 'Adtally <reports@example.com>' },
    networkCalls: { ...ownHosts, at: receiver.base },
  })
  const { call } = site
  await call(createAccount, { username: 'studio', currency: 'EUR' })
  await call(importApps, {}, { files: [await file('apps', 'hop,studio,Hop,ios')] })
  await call(setPassword, { username: 'studio', password: 'correct horse battery' })
  await send()
})

afterEach(async () => {
  await site.remove()
  await receiver.close()
  await mail.close()
})

const heads = {
  apps: 'app_id,publisher,app_name,platform',
  rows: 'date,app_id,network,format,country,impressions,revenue',
}

async function file(of: keyof typeof heads, ...lines: string[]) {
  const path = join(site.root, `${of}-${lines.length}-${Math.random()}.csv`)
  await writeFile(path, `${[heads[of], ...lines].join('\n')}\n`)
  return { name: `${of}.csv`, path }
}

const importRow = async (revenue: string) =>
  site.call(
    importFigures,
    {},
    { files: [await file('rows', `2026-03-08,hop,admob,video,US,1000,${revenue}`)] },
  )

const send = () => site.sendMessages(new AbortController().signal)
const webhook = { username: 'studio', name: 'warehouse', kind: 'webhook' } as const
const url = 'https://example.com/hooks/secret-path'
const messages = () => site.call(listMessages, { username: 'studio' })

describe('a webhook', () => {
  test('gets each import once, signed as the reference library checks it', async () => {
    const { secret } = await site.call(addChannel, { ...webhook, url })
    const { import: id } = await importRow('12.345678')
    await send()
    await send()
    expect(receiver.requests.map(({ address }) => address)).toEqual([
      'example.com/hooks/secret-path',
    ])
    const [{ body, headers }] = receiver.requests as [(typeof receiver.requests)[0]]
    // The library looks at its own clock.
    site.pass((Date.now() - site.now().getTime()) / 1_000)
    await replay()
    const again = receiver.requests[1]!
    expect(new Webhook(secret!).verify(again.body, again.headers)).toEqual(JSON.parse(body))
    expect(again.headers['webhook-id']).toBe(headers['webhook-id'])
    expect(JSON.parse(body)).toEqual({
      type: 'figures.changed',
      timestamp: '2026-03-10T12:00:00Z',
      data: {
        account: 'studio',
        import: id,
        kind: 'import',
        undoes: null,
        committed_at: '2026-03-10T12:00:00Z',
        networks: ['admob'],
        network_count: 1,
        first_day: '2026-03-08',
        last_day: '2026-03-08',
        currency: 'EUR',
        revenue_change: '12.345678',
        impressions_change: '1000',
        since: expect.any(String),
      },
    })
    const { since } = JSON.parse(body).data
    const { key } = await site.keys.create('studio', 'reader', {
      permissions: ['read'],
      apps: null,
      expiresAtMs: null,
    })
    const server = serveReports(site)
    const changes = await server.get('/api/v2/publisher/changes', {
      since,
      developer: 'studio',
      key,
    })
    expect(changes.json().data ?? changes.json().changes).toHaveLength(1)
  })

  test('begins with what happens after it was added', async () => {
    await importRow('1')
    site.pass(1)
    await site.call(addChannel, { ...webhook, url })
    await send()
    expect(receiver.requests).toEqual([])
  })
})

describe('a mail', () => {
  const ada = { username: 'studio', name: 'ada', kind: 'mail', address: 'ada@example.com' } as const

  test('has what its user may see, ends with one click, and stops when the user goes', async () => {
    await expect(site.call(addChannel, { ...ada, user: 'stranger' })).rejects.toMatchObject({
      code: 'unknown_login',
    })
    await site.call(addChannel, { ...ada, user: 'studio', events: ['figures.changed'] })
    await importRow('2.5')
    await send()
    const [sent] = mail.mails
    expect(sent).toContain('To: ada@example.com')
    expect(sent).toContain('Subject: Figures of studio changed')
    expect(sent).toContain('+2.5 EUR')
    expect(sent).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    const [, address] = /List-Unsubscribe:\s+<([^>]+)>/.exec(sent!)!
    const { pathname } = new URL(address!)
    const server = serveReports(site)
    const page = await server.get(pathname)
    expect([page.statusCode, page.body.includes('<form method="post">')]).toEqual([200, true])
    expect((await site.call(listChannels, { username: 'studio' }))[0]!.state).toBe('on')
    const ended = await server.app.inject({
      method: 'POST',
      url: pathname,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    })
    expect(ended.statusCode).toBe(200)
    await importRow('3')
    await send()
    expect(mail.mails).toHaveLength(1)
    const tested = await site.call(testChannel, { username: 'studio', name: 'ada' })
    expect(tested).toMatchObject({ is_sent: false, error: 'Its reader unsubscribed.' })
    await expect(
      site.call(changeChannel, { username: 'studio', name: 'ada', state: 'on' }),
    ).rejects.toMatchObject({ code: 'channel_refused' })
    expect((await server.get('/unsubscribe/unknown')).statusCode).toBe(404)
  })

  test('waits in vain when its user sees fewer apps than it tells of', async () => {
    const user = 'ada@example.com'
    const asked = { username: 'studio', user, role: 'viewer' } as const
    const { token } = await site.call(inviteUser, asked)
    await site.invitations.accept(token, { password: 'the studio opens at nine' })
    await site.call(addChannel, { ...ada, user, events: ['alert.fired'] })
    const alertOf = (name: string, app: number | null) => ({ ...alert(name), app })
    await site.messageProgress.write([alertOf('all', null), alertOf('one', 1), alertOf('two', 2)])
    await site.users.setRole('studio', user, { role: 'viewer', apps: [1] })
    await send()
    expect(await messages()).toMatchObject([
      { state: 'dead', last_error: expect.stringContaining('does not see all apps any more') },
      { state: 'sent' },
      { state: 'dead' },
    ])
    expect(mail.mails).toHaveLength(1)
    expect(await site.call(listChannels, { username: 'studio' })).toMatchObject([{ state: 'on' }])
  })

  test('with payments waits in vain when its user sees none any more', async () => {
    const user = 'ada@example.com'
    const asked = { username: 'studio', user, role: 'finance' } as const
    const { token } = await site.call(inviteUser, asked)
    await site.invitations.accept(token, { password: 'the studio opens at nine' })
    await site.call(addChannel, { ...ada, user, events: ['digest.daily'] })
    const digest = { type: 'digest.daily', channel: 1 } as const
    await site.messageProgress.write([
      { ...alert('paid'), ...digest, data: { payments: [] } },
      { ...alert('plain'), ...digest, data: { payments: null } },
    ])
    await site.users.setRole('studio', user, { role: 'viewer', apps: null })
    await send()
    expect(await messages()).toMatchObject([
      { id: 'msg_paid', state: 'dead', last_error: 'Its user does not see payments any more.' },
      { id: 'msg_plain', state: 'sent' },
    ])
  })

  test('that the mail server refuses is told, without what the server said', async () => {
    await site.call(addChannel, {
      ...ada,
      address: 'nobody@example.com',
      user: 'studio',
    })
    const told = await site.call(testChannel, { username: 'studio', name: 'ada' })
    expect(told).toEqual({
      name: 'ada',
      is_sent: false,
      error: 'The mail server refused it (550).',
    })
  })
})

test('a message that was written twice is sent once', async () => {
  await site.call(addChannel, { ...webhook, url })
  await site.messageProgress.write([alert('one')])
  await site.messageProgress.write([alert('one'), alert('two')])
  await send()
  expect(receiver.requests).toHaveLength(2)
})

test('a slow receiver leaves the turn to other channels after half a minute', async () => {
  await site.call(addChannel, { ...webhook, url })
  await site.messageProgress.write(['one', 'two', 'three', 'four'].map(alert))
  receiver.onRequest = () => site.pass(15)
  await send()
  expect(receiver.requests).toHaveLength(2)
  site.pass(1)
  await send()
  expect(receiver.requests).toHaveLength(4)
})

test('two processes claim a delivery once', async () => {
  await site.call(addChannel, { ...webhook, url })
  await site.messageProgress.write([alert('one')])
  const [due] = await site.deliveries.due(site.now().getTime(), 10)
  const claims = await Promise.all(
    [1, 2].map((after) => site.deliveries.claim(due!, due!.nextAtMs + after)),
  )
  expect(claims.filter(Boolean)).toHaveLength(1)
})

test('after a restore, nothing of before is sent', async () => {
  await site.call(addChannel, { ...webhook, url })
  receiver.answer = 500
  await importRow('1')
  await send()
  receiver.answer = 200
  const { generation, entry } = (await site.messageProgress.read())!
  await site.messageProgress.begin({ generation: generation - 1, entry }, site.now().getTime())
  site.pass(3_600)
  await send()
  expect(receiver.requests).toHaveLength(1)
  expect((await messages())[0]).toMatchObject({
    state: 'dead',
    last_error: 'It is from before the stores were restored.',
  })
  await importRow('2')
  await send()
  expect(receiver.requests).toHaveLength(2)
})

test.each([
  [{ kind: 'mail', user: 'studio' }, 'address'],
  [{ kind: 'mail', address: 'ada@example.com' }, 'user'],
  [{ kind: 'slack' }, 'url'],
  [{ kind: 'slack', url, address: 'ada@example.com' }, 'address'],
  [{ kind: 'slack', url, quietFrom: 3 }, 'quietTo'],
] as const)('%o is refused for its %s', async (given, field) => {
  const added = site.call(addChannel, { username: 'studio', name: 'ops', ...given })
  await expect(added).rejects.toMatchObject({ code: 'channel_refused', facts: { field } })
  await expect(
    site.call(addChannel, { ...webhook, url: 'http://example.com' }),
  ).rejects.toMatchObject({ code: expect.stringMatching(/./) })
})

test('no answer has the address of a chat', async () => {
  await site.call(addChannel, { ...webhook, url })
  await site.call(changeChannel, { username: 'studio', name: 'warehouse', state: 'paused' })
  const listed = JSON.stringify(await site.call(listChannels, { username: 'studio' }))
  expect(listed).toContain('"target":"example.com"')
  expect(listed).not.toMatch(/secret-path|whsec/)
})

async function replay() {
  const [{ id }] = (await messages()) as [Awaited<ReturnType<typeof messages>>[0]]
  await site.call(replayMessage, { username: 'studio', id, channel: 'warehouse' })
  await send()
}

const alert = (name: string) => ({
  id: `msg_${name}`,
  accountId: 1,
  type: 'alert.fired' as const,
  madeAtMs: site.now().getTime(),
  data: {},
  subject: 'An alert',
  text: '',
  rich: null,
  app: null,
  channel: null,
})
