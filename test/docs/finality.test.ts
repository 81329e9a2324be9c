import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { networkFinality } from '../../src/sources/finality-rules.ts'

test('the page of history lists every rule of a network that its document states', async () => {
  const page = await readFile(join(import.meta.dirname, '../../docs/history.md'), 'utf8')
  const table = page.slice(page.indexOf('| network | final after'))
  const lines = [...networkFinality()].flatMap(([network, rule]) => {
    const { days, daysAfterMonth, documented } = rule
    if (!documented) return []
    const month =
      daysAfterMonth === 0
        ? ' and the end of the month'
        : ` and ${daysAfterMonth} days after the month`
    const after = `${days} days${daysAfterMonth === null ? '' : month}`
    const source = `[its document](${documented.document}), read on ${documented.readOn}`
    return [`| \`${network}\` | ${after} | ${source} |`]
  })
  expect(lines.length).toBeGreaterThan(0)
  expect(table.split('\n\n')[0]!.split('\n').slice(2)).toEqual(lines)
})
