import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { usualTerms } from '../../src/settlement/usual-terms.ts'
import { sources } from '../../src/sources/all-sources.ts'

test('the page of money lists the usual terms of every network, each with a document and a day', async () => {
  const page = await readFile(join(import.meta.dirname, '../../docs/money.md'), 'utf8')
  const [table = ''] = page.slice(page.indexOf('| network | net days')).split('\n\n')
  const rows = table.split('\n').slice(2)
  const listed = rows.map((row) => row.split(' | ').slice(0, 3).join(' | '))
  expect(listed).toEqual(
    [...usualTerms].map(([network, { netDays, minimums }]) => {
      const smallest = Object.entries(minimums).map(([currency, units]) => `${units} ${currency}`)
      return `| \`${network}\` | ${netDays} | ${smallest.join(', ')}`
    }),
  )
  for (const row of rows) expect(row).toMatch(/\(https:\/\/[^)]+\).* \| 20\d\d-\d\d-\d\d \|$/)
})

test('usual terms are of networks that have a report', () => {
  const networks = new Set([...sources.values()].map(({ network }) => network))
  expect([...usualTerms.keys()].filter((network) => !networks.has(network))).toEqual([])
})
