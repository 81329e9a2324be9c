import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { dataDirectory } from '../../src/config/data-directory.ts'
import { setAlertRule } from '../../src/use-cases/alerts/set-alert-rule.ts'
import { deleteAccount } from '../../src/use-cases/delete-account.ts'
import { addDestination } from '../../src/use-cases/destinations/add-destination.ts'
import { saveCitation } from '../../src/use-cases/report/save-citation.ts'
import { renderDigest } from '../../src/wording/digest/render-digest.ts'
import { openMessagesSite } from './messages-site.ts'

const username = 'studio'
const signal = new AbortController().signal
const tables = [
  ...['alert_looks', 'alert_rules', 'alerts', 'channels', 'deliveries', 'digest_sends'],
  ...['messages', 'saved_citations', 'destinations'],
]

test('a deleted account leaves no channel, destination, message, alert, digest or citation, and nothing is sent', async () => {
  const site = await openMessagesSite()
  const { call } = site.installation()
  const rowsIn = () => {
    const database = new DatabaseSync(dataDirectory(site.root).relational)
    const rows = tables.map((table) => database.prepare(`SELECT count(*) AS n FROM ${table}`).get())
    database.close()
    return rows.map((row) => Number(row!.n))
  }
  const days = Array.from({ length: 18 }, (_, day) => new Date(Date.UTC(2026, 1, 19 + day)))
  await site.importDay('10', ...days.map((day) => day.toISOString().slice(0, 10)))
  await site.addWebhook('ops', { events: ['figures.changed', 'digest.daily'] })
  const address = 'studio.duckdb'
  await call(addDestination, { username, name: 'copy', kind: 'duckdb', address })
  await call(setAlertRule, { username, name: 'late', kind: 'missing_report' })
  site.pass(3_600)
  // Nothing is known of 9 March, nor of 10 March.
  await site.installation().lookForAlerts(signal)
  site.pass(20 * 3_600)
  await site.installation().lookForAlerts(signal)
  await site.importDay('10', '2026-03-10')
  const options = { baseUrl: 'https://stats.example.com', render: renderDigest }
  await site.installation().digestSender(options).send(signal)
  await site.send()
  const bodies = site.receiver.received.map(({ body }) => JSON.parse(body))
  const citation: string = bodies.find(({ type }) => type === 'digest.daily').data.total.url
  await call(saveCitation, { username, citation })
  await site.importDay('11')
  expect(rowsIn().every((count) => count > 0)).toBe(true)

  const sent = site.receiver.received.length
  await call(deleteAccount, { username })
  expect(rowsIn()).toEqual(tables.map(() => 0))
  site.pass(3_600)
  await site.installation().lookForAlerts(signal)
  await site.send()
  expect(site.receiver.received).toHaveLength(sent)
  await site.close()
})
