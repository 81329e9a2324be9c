import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectOneClearLine } from '../cli/run-adtally.ts'
import { isNight, shardCounts } from '../night.ts'
import { type Environment, type Fleet, type FleetProcess, secretWord, shareFleet } from './fleet.ts'
import {
  bodiesOf,
  expectRecovery,
  expectServedOrUnavailable,
  expectUnharmed,
  startLoad,
} from './load.ts'
import { outageOfPostgres, outageOfShard } from './outages.ts'
import { appIds, createEmptyStudio, requests, studio } from './studio.ts'

const secrets = [secretWord, studio.key]
const paths = [...requests.v2, ...requests.earlier]
const firstDay = Date.UTC(2026, 2, 1)
const countries = ['US', 'DE', 'FR', 'JP', 'BR']
const networks = ['ownnet', 'admob', 'vungle', 'chartboost', 'applovin']
/** Few months, because remains of an interrupted import are deleted from each month's part. */
const dayCount = 100
const adTags = Array.from({ length: 10 }, (_, index) => `tag${index}`)
/** Time for several imports of this length, one after another. */
const longestMs = 240_000

/** 200,000 rows whose impressions all belong to one state. */
function longCsv(state: number): string {
  const lines = ['date,app_id,network,format,country,ad_tag,impressions,revenue']
  for (let day = 0; day < dayCount; day++) {
    // Backwards from the third day, so that the days in question are included.
    const date = new Date(firstDay + (2 - day) * 86_400_000).toISOString().slice(0, 10)
    for (const app of appIds) {
      for (const network of networks) {
        for (const country of countries) {
          const slice = `${date},${app},${network},video,${country}`
          for (const tag of adTags) lines.push(`${slice},${tag},${state * 10},${state}.5`)
        }
      }
    }
  }
  return `${lines.join('\n')}\n`
}

describe.each(shardCounts)('an import into ClickHouse in %i shards', (shards) => {
  const outages = [
    outageOfPostgres,
    ...Array.from({ length: shards }, (_, shard) => outageOfShard(shard)),
  ]
  const shared = shareFleet(shards)
  let files: Readonly<Record<1 | 2, string>>
  let known: Readonly<Record<1 | 2, readonly string[]>>
  let fleet: Fleet
  let reader: FleetProcess
  let current: 1 | 2 = 1
  let takesMs: number

  beforeAll(async () => {
    fleet = shared()
    files = {
      1: await fleet.file('long-1.csv', longCsv(1)),
      2: await fleet.file('long-2.csv', longCsv(2)),
    }
    await createEmptyStudio(fleet, fleet.env)
    await fleet.works(['import', 'stats', files[1]])
    // The answers of an installation without any failure.
    known = { 1: await fresh(fleet, [files[1]]), 2: await fresh(fleet, [files[2]]) }
    reader = await fleet.serve()
    expect(await bodiesOf(reader, paths)).toEqual(known[1])
    const startMs = performance.now()
    await fleet.works(['import', 'stats', files[2]])
    takesMs = performance.now() - startMs
    current = 2
  }, longestMs)

  afterAll(() => {
    if (reader) expectUnharmed([reader], secrets)
  })

  describe.each(isNight ? [1, 2] : [1])('round %i', () => {
    test.each(outages)(
      'an import that $name interrupts leaves the old or the new figures, and repeating it succeeds',
      async ({ begin, end }) => {
        const next = current === 1 ? 2 : 1
        const load = startLoad([reader], paths, { lanes: 1 })
        const importing = fleet.command(['import', 'stats', files[next]])
        await sleep(randomInt(Math.ceil(takesMs)))
        await begin(fleet)
        const outcome = await importing
        await end(fleet)
        for (const secret of secrets) expect(outcome.stderr).not.toContain(secret)
        // It may have ended earlier, or have succeeded without the missing server.
        if (outcome.code !== 0) expectOneClearLine(outcome)

        await expectRecovery([reader], paths)
        const recovered = await bodiesOf(reader, paths)
        expect([known[1], known[2]]).toContainEqual(recovered)
        if (outcome.code === 0) expect(recovered).toEqual(known[next])

        await fleet.works(['import', 'stats', files[next]])
        current = next
        // Another process sees an import after a moment; see "Scaling beyond one machine" in docs/operations.md.
        await expect.poll(() => bodiesOf(reader, paths), { timeout: 10_000 }).toEqual(known[next])
        const answers = await load.stop()
        expectServedOrUnavailable(answers)
        for (const { path, status, body } of answers) {
          const place = paths.indexOf(path)
          if (status === 200) expect([known[1][place], known[2][place]]).toContain(body)
        }
      },
      longestMs,
    )
  })
})

/** The answers of a separate installation on the same servers after an import. */
async function fresh(fleet: Fleet, files: readonly string[]): Promise<readonly string[]> {
  const env: Environment = await fleet.freshStores()
  await createEmptyStudio(fleet, env)
  await fleet.works(['import', 'stats', ...files], { env })
  const process = await fleet.serve(env)
  const bodies = await bodiesOf(process, paths)
  await process.stop()
  return bodies
}
