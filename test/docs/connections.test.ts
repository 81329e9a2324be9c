import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { connectors } from '../../src/sources/all-connectors.ts'
import { bookings } from '../../src/values/booking.ts'
import { hostsLine, overviewLine } from './connection-tables.ts'

const page = await readFile(join(import.meta.dirname, '../../docs/connections.md'), 'utf8')
const overview = page.slice(page.indexOf('## The networks'))

test('the tables have a line for every connector, and no other', () => {
  const lines = overview.split('\n').filter((line) => line.startsWith('| `'))
  const all = [...connectors.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
  expect(lines).toEqual([...all.map(overviewLine), ...all.map(hostsLine)])
})

test.each([...connectors.values()].map((connector) => [connector.name, connector] as const))(
  'commands and the dashboard tell where to find each credential of %s',
  (_name, { fields }) => {
    for (const { title, where } of Object.values(fields)) expect([title, where]).not.toContain('')
  },
)

test('every connector that a heading or a note names exists', () => {
  const notes = overview.slice(overview.indexOf('### admob'))
  const named = [...notes.matchAll(/^(?:### |- \*\*)([`a-z, -]+)(?:\*\*|$)/gm)].flatMap(
    ([, text]) => text!.replaceAll('`', '').split(', '),
  )
  expect(named.length).toBeGreaterThan(8)
  for (const name of named) expect([...connectors.keys()]).toContain(name)
})

test('the page describes every booking', () => {
  for (const booking of bookings) expect(page).toContain(`| \`${booking}\` `)
})
