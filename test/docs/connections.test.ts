import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { connectors } from '../../src/sources/all-connectors.ts'
import { bookings } from '../../src/values/booking.ts'
import { overviewLine } from './connection-tables.ts'

const page = await readFile(join(import.meta.dirname, '../../docs/connections.md'), 'utf8')
const overview = page.slice(page.indexOf('## The networks'))
/** The text below `### name`. */
const sections = new Map(
  overview
    .split(/^### /m)
    .slice(1)
    .map((text) => [text.slice(0, text.indexOf('\n')), text.split(/^## /m)[0]!]),
)

test('every connector has a section, and every section a connector', () => {
  expect([...sections.keys()].sort()).toEqual([...connectors.keys()].sort())
  const lines = overview.split('\n').filter((line) => line.startsWith('| [`'))
  expect(lines).toHaveLength(connectors.size)
})

describe.each([...connectors.values()].map((connector) => [connector.name, connector] as const))(
  '%s',
  (name, connector) => {
    test('its line is that of its declaration', () => {
      expect(overview).toContain(`\n${overviewLine(connector)}\n`)
    })

    test('its section names every credential that it needs', () => {
      const text = sections.get(name)!.replace(/\s+/g, ' ').toLowerCase()
      for (const { title, default: usual } of Object.values(connector.fields))
        if (usual === undefined) expect(text).toContain(title.toLowerCase())
    })

    test('its section names its hosts and documents', () => {
      for (const host of connector.hosts) expect(sections.get(name)).toContain(`\`${host}\``)
      for (const address of connector.documents)
        expect(sections.get(name)).toContain(`(${address})`)
    })
  },
)

test('the page describes every booking', () => {
  for (const booking of bookings) expect(page).toContain(`| \`${booking}\` `)
})
