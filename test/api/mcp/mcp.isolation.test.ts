import { expect, test } from 'vitest'
import { importFigures } from '../../../src/use-cases/import-figures.ts'
import { givenFile } from '../../fixtures/given-file.ts'
import { toCsv } from '../../fixtures/import-rows.ts'
import { ask, connectAgent } from '../../fixtures/mcp-agent.ts'
import { shareTwins } from '../../fixtures/twin-sites.ts'

const { whole, twin, keys } = shareTwins()

const long = { start_date: '2026-02-01', end_date: '2026-03-10' }
const since = '2026-01-01T00:00:00Z'

const questions: readonly [tool: string, given: object][] = [
  ['describe_data', {}],
  ['run_report', { ...long, dimensions: ['date', 'network'] }],
  ['run_report', { ...long, dimensions: ['app_name', 'country', 'ad_tag'] }],
  ['run_report', { ...long, dimensions: ['network'], network: ['vungle', 'ownnet'] }],
  ['run_report', { ...long, dimensions: ['network'], compare: 'previous_period' }],
  ['run_report', { ...long, as_of: '2026-03-10T12:03:30Z' }],
  [
    'explain_change',
    { start_date: '2026-03-02', end_date: '2026-03-03', compare: 'previous_period' },
  ],
  ['explain_change', { ...long, compare: 'previous_period' }],
  ['list_changes', { since }],
  ['list_changes', { since, limit: 1 }],
  ['get_freshness', long],
  ['get_freshness', { ...long, network: ['vungle'] }],
]

test.each(questions)(
  '%s %o answers a limited key as an account that has only its apps',
  async (tool, given) => {
    const [limited, own] = await Promise.all([
      connectAgent(whole.server, keys.limited),
      connectAgent(twin.server, keys.limited),
    ])
    // Cursors and citations tell places in the ledger, which counts all imports.
    const isPlace = (name: string) => ['next_cursor', 'citation'].includes(name)
    const answerOf = async (client: typeof own) =>
      JSON.parse(JSON.stringify(await ask(client, tool, given)), (name, value) =>
        isPlace(name) ? null : value,
      )
    const answer = await answerOf(limited)
    expect(answer).toEqual(await answerOf(own))
    expect(JSON.stringify(answer)).not.toMatch(/zap|Zap|shop|"JP"|"FR"|amazon|unityads/)
  },
)

test('changes that a limited key does not see are not there to be counted', async () => {
  const all = await connectAgent(whole.server, keys.full)
  expect((await ask(all, 'list_changes', { since })).changes.length).toBeGreaterThan(2)
})

test('an import of hidden apps does not change when figures changed last', async () => {
  const limited = await connectAgent(whole.server, keys.limited)
  const before = await ask(limited, 'describe_data')
  const { installation } = whole
  installation.pass(60)
  const row = { date: '2026-03-01', app_id: 'zap-ios', network: 'ownnet', format: 'video' }
  const csv = toCsv([{ ...row, country: 'US', impressions: 1, clicks: 0, revenue: '1' }])
  await installation.call(importFigures, {}, await givenFile(installation, 'zap.csv', csv))
  const after = await ask(limited, 'describe_data')
  expect(after.as_of).toBe(before.as_of)
  const all = await connectAgent(whole.server, keys.full)
  expect((await ask(all, 'describe_data')).as_of > before.as_of).toBe(true)
})
