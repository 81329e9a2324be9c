import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { networkFinality } from '../../src/sources/finality-rules.ts'

test('the page of history lists the rule of every network', async () => {
  const page = await readFile(join(import.meta.dirname, '../../docs/history.md'), 'utf8')
  const table = page.slice(page.indexOf('| network | final after'))
  const lines = [...networkFinality()].map(([network, { days, daysAfterMonth, documented }]) => {
    const month =
      daysAfterMonth === 0
        ? ' and the end of the month'
        : ` and ${daysAfterMonth} days after the month`
    const source = documented
      ? `[its document](${documented.document}), read on ${documented.readOn}`
      : 'asked for again until then'
    return `| \`${network}\` | ${days} days${daysAfterMonth === null ? '' : month} | ${source} |`
  })
  expect(table.split('\n\n')[0]!.split('\n').slice(2)).toEqual(lines)
})
