import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { needsAge } from '../../src/reporting/question/known-by.ts'
import {
  isSettledMetric,
  metricNames,
  type WireMetric,
} from '../../src/reporting/question/vocabulary.ts'
import { commitMade } from '../fixtures/commit-made.ts'
import { openSite, studioKey } from '../import/import-site.ts'

const page = await readFile('docs/metrics.md', 'utf8')
const files = [...page.matchAll(/```csv\n([^`]+)```/g)].map(([, text]) => text!.trim().split('\n'))
/** The results of the page by metric. */
const worked = new Map(
  [...page.matchAll(/^\| `(\w+)` \|[^|]+\|[^|]+\| ([^|]+) \|/gm)].map(([, name, cell]) => [
    name!,
    Number(cell!.split('=').at(-1)),
  ]),
)

test('the page has every metric', () => {
  const others = metricNames.filter(isSettledMetric)
  expect([...worked.keys(), ...others]).toEqual(expect.arrayContaining([...metricNames]))
  for (const name of others) expect(page).toContain(`\`${name}\``)
})

test('every metric is what the page works out', async () => {
  const site = await openSite()
  for (const [columns, ...lines] of files) {
    const isMade = columns!.includes('revenue_net')
    if (isMade) await commitMade(site, { kind: 'shares', lines })
    else await site.importLines(lines, { columns: columns! })
  }
  const shown: Record<string, unknown> = {}
  for (const name of worked.keys()) {
    const { body } = await site.server.get(
      '/api/v2/publisher/report',
      {
        start_date: '2026-03-01',
        end_date: '2026-03-02',
        metrics: name,
        ...(name === 'booked_factor' && { channel: 'applovin' }),
        ...(needsAge(name as WireMetric) && { age: '7' }),
      },
      { authorization: `Bearer ${studioKey}` },
    )
    shown[name] = JSON.parse(body).data?.[0][name] ?? body
  }
  expect(shown).toEqual(Object.fromEntries(worked))
})
