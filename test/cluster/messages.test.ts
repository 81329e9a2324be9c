import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Installation } from '../../src/compose/installation.ts'
import { noServers } from '../../src/config/servers.ts'
import { listAlerts } from '../../src/use-cases/alerts/list-alerts.ts'
import { renderDigest } from '../../src/wording/digest/render-digest.ts'
import { type MessagesSite, openMessagesSite } from '../messages/messages-site.ts'
import { shareClickhouse } from './share-clickhouse.ts'
import { sharePostgres } from './share-postgres.ts'

const clickhouse = shareClickhouse()
const postgres = sharePostgres()
const signal = new AbortController().signal

let site: MessagesSite
let processes: readonly Installation[]
beforeEach(async () => {
  const databaseUrl = await postgres().createDatabase()
  site = await openMessagesSite({ ...noServers, clickhouse: clickhouse.newDatabase(), databaseUrl })
  const other = await site.openOther()
  processes = [site.installation(), other]
  return () => other.close()
})
afterEach(() => site.close())

/** Both processes do the same at the same time. */
const both = (work: (one: Installation) => Promise<unknown>) => Promise.all(processes.map(work))
const deliver = () => both((one) => one.sendMessages(signal))
const bodies = () => site.receiver.received.map(({ body }) => JSON.parse(body))

test('two processes tell each import once', async () => {
  await site.addWebhook('ops')
  for (const revenue of ['1', '2', '3', '4']) {
    await site.importDay(revenue)
    site.pass(60)
    await deliver()
  }
  await deliver()
  expect(bodies().map(({ data }) => data.revenue_change)).toEqual(['1', '1', '1', '1'])
  const ids = site.receiver.received.map(({ headers }) => headers['webhook-id'])
  expect(new Set(ids).size).toBe(4)
  expect(await site.states()).toEqual(Array(4).fill('figures.changed ops sent 1'))
})

test('two processes that look at the same time tell an alert once', async () => {
  const days = Array.from({ length: 20 }, (_, day) => new Date(Date.UTC(2026, 1, 18 + day)))
  await site.importDay('10', ...days.map((day) => day.toISOString().slice(0, 10)))
  await both((one) => one.lookForAlerts(signal))
  await site.addWebhook('ops', { events: ['alert.fired', 'alert.resolved'] })
  for (let hour = 0; hour < 60; hour += 2) {
    site.pass(7_200)
    await both((one) => one.lookForAlerts(signal))
    await deliver()
  }
  expect(bodies()).toMatchObject([
    {
      type: 'alert.fired',
      data: { rule: 'missing-report', title: expect.stringContaining('admob') },
    },
  ])
  const listed = await site.installation().call(listAlerts, { username: 'studio' })
  expect(listed).toMatchObject([{ rule: 'missing-report', resolved_at: null }])
})

test('two processes send a digest once, and its correction, with the figures', async () => {
  await site.addWebhook('ops', { events: ['digest.daily'] })
  await site.importDay('12.5', '2026-03-08', '2026-03-09', '2026-03-10')
  const options = { baseUrl: 'https://ads.example.com', render: renderDigest }
  const senders = processes.map((one) => one.digestSender(options))
  const send = async () => {
    await Promise.all(senders.map((sender) => sender.send(signal)))
    await deliver()
  }
  site.pass(20 * 3_600)
  await send()
  await send()
  await site.importDay('10', '2026-03-10')
  await send()
  await send()
  expect(bodies()).toMatchObject([
    { type: 'digest.daily', data: { total: { revenue: 12.5 }, corrects: null } },
    { type: 'digest.daily', data: { total: { revenue: 10 }, corrects: { number: 1 } } },
  ])
})
