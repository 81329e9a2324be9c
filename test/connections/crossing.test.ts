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
    ['the network ends before the mediation imports', ofMediation, 1],
    ['the network ends after the mediation imported', ofMediation, 3],
    ['the mediation ends before the network imports', ofNetwork, 1],
    ['the mediation ends before the network took its figures over', ofNetwork, 3],
    ['the mediation ends after the network took its figures over', ofNetwork, 4],
  ])('count nothing twice and lose nothing: %s', async (_, first, nth) => {
    const truth = new Truth({ mediated: ['admob', network] })
    site = await openPulledSite(truth)
    await site.connect('applovin-max', { startDate: since })
    await site.connect(network, { startDate: since })
    const { puller } = site.installation
    const other = first === ofMediation ? ofNetwork : ofMediation
    afterLook(nth, () => puller.pull(other, signal))
    await puller.pull(first, signal)
    await site.pullDue()
    expect((await counted(site)).sort()).toEqual(settled(truth))
  })
})
