import { afterEach, describe, expect, test, vi } from 'vitest'
import { ConnectionStore } from '../../src/records/connection-store.ts'
import { formatDay, parseDay } from '../../src/values/day.ts'
import { saidBy } from '../fake-networks/said-by.ts'
import { Truth } from '../fake-networks/truth.ts'
import { counted, openPulledSite, type PulledSite, said } from './pulled-site.ts'

// It names apps by their bundles, as the mediation does: both state the same slices.
const network = 'bidmachine'
const day = parseDay('2026-03-09')!
const since = formatDay(day)
const { signal } = new AbortController()
let site: PulledSite

afterEach(async () => {
  vi.restoreAllMocks()
  await site.close()
})

/**
 * Has something happen right after a connection looked for the others of a day for the nth time. The second time is
 * while it writes, when nothing else can be written.
 */
function afterLook(nth: number, work: () => Promise<unknown>): void {
  const look = ConnectionStore.prototype.statingDay
  let looks = 0
  vi.spyOn(ConnectionStore.prototype, 'statingDay').mockImplementation(async function (
    this: ConnectionStore,
    ...of
  ) {
    const found = await look.apply(this, of)
    if (++looks === nth) await work()
    return found
  })
}

/** The figures that count once all is settled: a network's by itself, all others' by the mediation. */
const settled = (truth: Truth) =>
  [
    ...said(truth, network, [day]),
    ...saidBy(truth, 'mediation', day).filter((row) => !row.includes(network)),
  ].sort()

describe('a mediation and a network that are pulled at the same time', () => {
  const [ofMediation, ofNetwork] = [1, 2]

  test.each([
    ['before the mediation imports', 1],
    ['after the mediation imported', 3],
  ])('count nothing twice and lose nothing: the network ends %s', async (_, nth) => {
    const truth = new Truth({ mediated: ['admob', network] })
    site = await openPulledSite(truth)
    await site.connect('applovin-max', { startDate: since })
    await site.connect(network, { startDate: since })
    const { puller } = site.installation
    afterLook(nth, () => puller.pull(ofNetwork, signal))
    await puller.pull(ofMediation, signal)
    await site.pullDue()
    expect((await counted(site)).sort()).toEqual(settled(truth))
  })

  test.each([
    ['before the network imports', 1],
    ['before the network took its figures over', 3],
    ['after the network took its figures over', 4],
  ])('count nothing twice and lose nothing: the mediation ends %s', async (_, nth) => {
    const truth = new Truth({ mediated: ['admob', network] })
    site = await openPulledSite(truth)
    await site.connect('applovin-max', { startDate: since })
    await site.connect(network, { startDate: since })
    const { puller } = site.installation
    afterLook(nth, () => puller.pull(ofMediation, signal))
    await puller.pull(ofNetwork, signal)
    await site.pullDue()
    expect((await counted(site)).sort()).toEqual(settled(truth))
  })
})
