import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { changeChannel } from '../../src/use-cases/messages/change-channel.ts'
import { listChannels } from '../../src/use-cases/messages/list-channels.ts'
import { replayMessage } from '../../src/use-cases/messages/replay-message.ts'
import { rotateChannel } from '../../src/use-cases/messages/rotate-channel.ts'
import { testChannel } from '../../src/use-cases/messages/test-channel.ts'
import { type MessagesSite, openMessagesSite } from './messages-site.ts'
import type { Received } from './receiver.ts'

let site: MessagesSite
beforeEach(async () => {
  site = await openMessagesSite()
})
afterEach(() => site.close())

const ops = { username: 'studio', name: 'ops' }
const hour = 3_600
const idOf = ({ headers }: Received) => headers['webhook-id']

/** Verifies the signature as its receiver does. The reference package compares times with the real clock. */
function verified(secret: string, { headers, body }: Received): unknown {
  const sentAt = new Date(Number(headers['webhook-timestamp']) * 1_000)
  const signature = String(headers['webhook-signature'])
  const webhook = new Webhook(secret)
  const expected = webhook.sign(String(headers['webhook-id']), sentAt, body)
  expect(signature.split(' ')).toContain(expected)
  return JSON.parse(body)
}

const channelOf = async (name: string) => {
  const found = await site.installation().call(listChannels, { username: 'studio' })
  return found.find((channel) => channel.name === name)
}

test('an import is told once, signed, with its change and where its changes begin', async () => {
  const secret = await site.addWebhook('ops')
  await site.importDay('12.5')
  await site.send()
  await site.send()
  expect(site.receiver.received.map(({ path }) => path)).toEqual(['/ops.example.com/hook'])
  expect(verified(secret, site.receiver.received[0]!)).toMatchObject({
    type: 'figures.changed',
    timestamp: '2026-03-10T12:00:00Z',
    data: {
      account: 'studio',
      networks: ['admob'],
      first_day: '2026-03-08',
      last_day: '2026-03-08',
      revenue_change: '12.5',
    },
  })
  expect(await site.states()).toEqual(['figures.changed ops sent 1'])
})

test('a receiver that fails gets the message again later, under the same id', async () => {
  await site.addWebhook('ops')
  site.receiver.answer(500)
  await site.importDay('12.5')
  await site.send()
  site.pass(4)
  await site.send()
  expect(site.receiver.received).toHaveLength(1)
  site.receiver.answer(204)
  site.pass(1)
  await site.send()
  expect(site.receiver.received).toHaveLength(2)
  expect(new Set(site.receiver.received.map(idOf)).size).toBe(1)
  expect(await site.states()).toEqual(['figures.changed ops sent 2'])
  expect(await channelOf('ops')).toMatchObject({ failing_since: null, last_error: null })
})

/** Seconds between ten tries. */
const waits = [5, 300, 1_800, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 18 * hour, 20 * hour]

test('after ten tries a message is dead, other channels are told once, and it can be replayed', async () => {
  await site.addWebhook('ops', { events: ['figures.changed', 'alert.fired'] })
  await site.addWebhook('others', { events: ['alert.fired'] })
  site.receiver.answer(500, '/ops')
  await site.importDay('12.5')
  for (const seconds of waits) {
    await site.send()
    site.pass(seconds)
  }
  await site.send()
  expect(await site.states()).toEqual(['alert.fired others sent 1', 'figures.changed ops dead 10'])
  const alerts = site.receiver.received.filter(({ path }) => path.startsWith('/others'))
  expect(alerts).toHaveLength(1)
  expect(JSON.parse(alerts[0]!.body)).toMatchObject({
    type: 'alert.fired',
    data: { rule: 'failing-channel', channel: 'ops', error: 'It answered 500.' },
  })
  site.receiver.answer(204)
  site.pass(48 * hour)
  const id = String(idOf(site.receiver.received[0]!))
  await site.installation().call(replayMessage, { username: 'studio', id, channel: 'ops' })
  await site.send()
  expect(await site.states()).toContain('figures.changed ops sent 1')
  expect(idOf(site.receiver.received.at(-1)!)).toBe(id)
})

test('a message that waited longer than three days is not sent', async () => {
  await site.addWebhook('ops')
  await site.importDay('12.5')
  await site.send()
  await site.importDay('13')
  site.pass(72 * hour + 1)
  await site.send()
  expect(site.receiver.received).toHaveLength(1)
  expect(await site.states()).toContain('figures.changed ops dead 1')
})

test('both secrets sign for a day after a rotation, then only the new one', async () => {
  const before = await site.addWebhook('ops')
  const { secret: after } = await site.installation().call(rotateChannel, ops)
  await site.installation().call(testChannel, ops)
  const [both] = site.receiver.received
  expect(verified(before, both!)).toEqual(verified(after, both!))
  site.pass(24 * hour)
  await site.installation().call(testChannel, ops)
  const later = site.receiver.received[1]!
  verified(after, later)
  expect(() => verified(before, later)).toThrow()
})

test('410 ends a channel; a redirect is a failure and is not followed', async () => {
  await site.addWebhook('ops')
  site.receiver.answer(302)
  expect(await site.installation().call(testChannel, ops)).toMatchObject({
    is_sent: false,
    error: 'It answered 302.',
  })
  expect(site.receiver.received).toHaveLength(1)
  site.receiver.answer(410)
  await site.importDay('12.5')
  await site.send()
  expect(await channelOf('ops')).toMatchObject({
    state: 'disabled',
    last_error: 'It answered 410.',
  })
  await site.importDay('13')
  await site.send()
  expect(site.receiver.received).toHaveLength(2)
})

test('alerts wait until quiet hours end; other messages do not', async () => {
  await site.addWebhook('failing', { events: ['day.final', 'figures.changed'] })
  await site.addWebhook('ops', { events: ['alert.fired'], quietFrom: 10, quietTo: 18 })
  site.receiver.answer(410)
  await site.importDay('12.5')
  await site.send()
  site.receiver.answer(204)
  await site.send()
  const hosts = () => site.receiver.received.map(({ path }) => path.split('.')[0])
  expect(hosts()).toEqual(['/failing'])
  site.pass(6 * hour - 1)
  await site.send()
  expect(hosts()).toEqual(['/failing'])
  site.pass(1)
  await site.send()
  expect(hosts()).toEqual(['/failing', '/ops'])
})

test('what was committed before kill -9 is told after it', async () => {
  await site.addWebhook('ops')
  await site.killProcess('import')
  await site.send()
  expect(await site.states()).toEqual(['figures.changed ops sent 1'])
})

test('a delivery whose process was killed is tried again by others later, under the same id', async () => {
  await site.addWebhook('ops')
  await site.importDay('12.5')
  await site.killProcess('delivery')
  await site.send()
  expect(site.receiver.received).toHaveLength(1)
  site.pass(120)
  await site.send()
  const [first, second] = site.receiver.received.map(idOf)
  expect(second).toBe(first)
})

test('a channel gets 200 messages an hour; the others wait', async () => {
  await site.addWebhook('ops')
  const { accounts, messageProgress } = site.installation()
  const { id: accountId } = await accounts.get('studio')
  await messageProgress.write(
    Array.from({ length: 205 }, (_, index) => ({
      id: `msg_${index}`,
      accountId,
      type: 'figures.changed' as const,
      madeAtMs: Date.parse('2026-03-10T12:00:00Z'),
      data: {},
      subject: 'Figures changed',
      text: '',
      rich: null,
      app: null,
      channel: null,
    })),
  )
  for (let turns = 0; turns < 3; turns++) await site.send()
  expect(site.receiver.received).toHaveLength(200)
  site.pass(hour)
  await site.send()
  expect(site.receiver.received).toHaveLength(205)
})

test('a paused channel gets nothing that happens meanwhile', async () => {
  await site.addWebhook('ops')
  await site.installation().call(changeChannel, { ...ops, state: 'paused' })
  await site.importDay('12.5')
  await site.send()
  expect(await site.states()).toEqual([])
})

test.each([
  'https://ops.example.com:8443/hook',
  'https://a:b@ops.example.com/',
  'http://ops.example.com/',
])('the address %s is refused when it is given', async (url) => {
  await expect(site.addWebhook('ops', { url })).rejects.toMatchObject({ code: 'field_refused' })
})
