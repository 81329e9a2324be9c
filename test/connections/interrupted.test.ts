import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { parseDay } from '../../src/values/day.ts'
import { saidBy } from '../fake-networks/said-by.ts'
import { Truth } from '../fake-networks/truth.ts'
import {
  compared,
  confirmHeld,
  counted,
  openPulledSite,
  type PulledSite,
  said,
} from './pulled-site.ts'

const day = parseDay('2026-03-09')!
const since = '2026-03-09'
const mediated = ['mintegral', 'vungle', 'admob']

let root: string
let site: PulledSite
let truth: Truth
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'adtally-interrupted-'))
  truth = new Truth({ mediated })
  site = await openPulledSite(truth, undefined, root)
})
afterEach(async () => {
  await site.close()
  await rm(root, { recursive: true, force: true })
})

/** Pulls what is due, as if the process was killed when it notes certain days of a connection. */
async function pullUntil(update: string): Promise<void> {
  const database = new DatabaseSync(join(root, 'adtally.sqlite'))
  database.exec(`CREATE TRIGGER killed BEFORE UPDATE ON connection_days WHEN ${update}
    BEGIN SELECT RAISE(ABORT, 'killed'); END`)
  await site.pullDue()
  database.exec('DROP TRIGGER killed')
  database.close()
  // A day that fails is tried again a little later.
  site.pass(1)
}

const pulled = async (name: string) => (await site.show(name)).pulled_days.at(-1)!

describe('a process that is killed after an import', () => {
  test.each([
    ['of a network', 'mintegral', 'new.entry IS NOT old.entry'],
    ['of a mediation beside a network', 'applovin-max', 'new.entry IS NOT old.entry'],
  ])('%s leaves no figures when the day vanishes then', async (_what, name, update) => {
    await site.connect('mintegral', { startDate: since })
    if (name !== 'mintegral') {
      await site.pullDue()
      await site.connect(name, { startDate: since })
    }
    await pullUntil(update)
    const before = [await counted(site), await compared(site, 'applovin_max')]
    expect(before[0]).toEqual(expect.arrayContaining(said(truth, 'mintegral', [day])))
    expect(before[1]).toHaveLength(name === 'mintegral' ? 0 : 3)
    expect(await pulled(name)).toMatchObject({ import: null })
    for (const network of mediated) truth.vanish(network, day)
    await site.pullDue()
    expect(await pulled(name)).toMatchObject({ state: 'held', problem: { reason: 'no rows' } })
    expect([await counted(site), await compared(site, 'applovin_max')], 'held').toEqual(before)
    site.pass(24)
    await site.pullDue()
    await confirmHeld(site)
    await site.pullDue()
    expect((await site.show(name)).pulled_days[0]).toMatchObject({ state: 'empty' })
    const rows = [...(await counted(site)), ...(await compared(site, 'applovin_max'))]
    expect(rows.filter((row) => row.startsWith(since))).toEqual([])
  })

  test('believes the report of before when a person confirms it', async () => {
    const [app] = truth.size.apps
    truth.vanish('mintegral', day, app)
    await site.connect('mintegral', { startDate: since })
    await site.pullDue()
    const before = await counted(site)
    truth.reappear('mintegral', day, app)
    site.pass(24)
    await pullUntil(`new.stated IS NOT old.stated AND new.day = ${day}`)
    expect(await counted(site)).not.toEqual(expect.arrayContaining(before))
    truth.vanish('mintegral', day, app)
    site.pass(1)
    await site.pullDue()
    await confirmHeld(site)
    expect(await counted(site)).toEqual(expect.arrayContaining(before))
  })

  test('counts no revenue twice that a mediation reports too', async () => {
    await site.connect('applovin-max', { startDate: since })
    await site.pullDue()
    await site.connect('mintegral', { startDate: since })
    await pullUntil('new.connection_id = 2 AND new.entry IS NOT old.entry')
    const others = saidBy(truth, 'mediation', day).filter((row) => !row.includes('mintegral'))
    const once = [...said(truth, 'mintegral', [day]), ...others].sort()
    expect((await counted(site)).sort()).toEqual(once)
    await site.pullDue()
    expect((await counted(site)).sort()).toEqual(once)
    expect((await compared(site, 'applovin_max')).sort()).toEqual(saidBy(truth, 'mediation', day))
  })
})
