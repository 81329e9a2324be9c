import { afterEach, describe, expect, test } from 'vitest'
import { connectors } from '../../src/sources/all-connectors.ts'
import { type Login, NetworkFault } from '../../src/sources/connector.ts'
import { addDays, parseDay } from '../../src/values/day.ts'
import { shareSite } from '../fixtures/share-site.ts'
import { isNight } from '../night.ts'
import { type Fault, faultsOf } from './fake-network.ts'
import { logIn, playDay } from './play.ts'
import { figuresIn, reportedIn, trueFigures, trueRows } from './reported-figures.ts'
import { loadNetworks, startFakeNetworks } from './start.ts'
import { Truth } from './truth.ts'

const day = parseDay('2026-03-01')!
const nowMs = () => Date.parse('2026-03-03T12:00:00Z')
/** At most so many requests of a conversation are disturbed. */
const maxDisturbed = isNight ? 8 : 3
const truth = new Truth({ mediated: ['admob', 'vungle'] })
const fake = shareSite(() => startFakeNetworks({ truth, nowMs, rateScale: Infinity, pageRows: 15 }))
afterEach(() => {
  for (const name of connectors.keys()) fake.script(name, [])
})

/** These need a runner's limits: of bytes, and of hosts. */
const faultsOfTransport: readonly Fault[] = ['huge', 'foreign-redirect']

const fakeNames = await loadNetworks()
const played = [...connectors.values()].filter(({ name }) => fakeNames.has(name))

/** The connectors of networks whose documents tell of ad requests. */
const withRequests = new Set([
  ...['admob', 'admob-mediation', 'applovin-max', 'digital-turbine', 'inmobi', 'meta', 'mintegral'],
  ...['moloco', 'pangle', 'unity-ads', 'verve'],
])
const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)

describe.each(played.map((connector) => ({ name: connector.name, connector })))(
  '$name',
  ({ name, connector }) => {
    let login: Login | null = null
    const play = async (asked = day) => {
      const { given } = fake.networks.get(name)!
      login ??= await logIn(connector, given, fake.base, nowMs)
      return playDay(connector, given, asked, fake.base, nowMs, login)
    }

    test('asks for all rows of a day, and the source reads its answers', async () => {
      const { kept, rows } = await play()
      expect(rows).toBeGreaterThan(0)
      expect(figuresIn(connector, kept)).toEqual(trueFigures(fake, name, day))
    })

    test('keeps ad units apart unless only totals are wanted', async () => {
      const { given } = fake.networks.get(name)!
      const adUnits = async (detail: string) => {
        const { kept } = await playDay(
          connector,
          { ...given, detail },
          day,
          fake.base,
          nowMs,
          login,
        )
        expect(figuresIn(connector, kept)).toEqual(trueFigures(fake, name, day))
        return new Set(reportedIn(connector, kept).map(({ adUnit }) => adUnit || 'none'))
      }
      if (!connector.fields.detail)
        return expect(await adUnits('ad-units')).toEqual(new Set(['none']))
      const found = await adUnits('ad-units')
      for (const format of ['banner', 'interstitial', 'rewarded']) {
        expect([...found].join(), name).toContain(`${format} 1`)
      }
      expect(await adUnits('totals')).toEqual(new Set(['none']))
    })

    test.runIf(withRequests.has(name))('asks for ad requests', async () => {
      const { kept } = await play()
      const requests = reportedIn(connector, kept).map(({ requests }) => Number(requests))
      const expected = trueRows(truth, fake.networks.get(name)!.reports, day)
      expect(sum(requests)).toBe(sum(expected.map(({ requests }) => requests)))
    })

    test('no fault of one request changes figures', async () => {
      const network = fake.networks.get(name)!
      const isReport = (asked: { stage: string | null }) => asked.stage === 'report'
      const before = fake.requests.filter(isReport).length
      await play()
      const requests = fake.requests.filter(isReport).length - before
      const step = Math.max(requests / maxDisturbed, 1)
      for (const fault of faultsOf(network)) {
        if (faultsOfTransport.includes(fault)) continue
        for (let at = 0; at < requests; at += step) {
          const faulty = Math.floor(at)
          const context = `${fault} in request ${faulty + 1} of ${requests}`
          fake.script(name, [...Array<null>(faulty).fill(null), fault])
          const played = await play().catch((error: unknown) => error)
          if (fault === 'expired-login') login = null
          if (played instanceof NetworkFault) continue
          const { rows, kept } = played as Awaited<ReturnType<typeof play>>
          // A report may only come out empty if the first answer was. Adtally then holds the day.
          if (rows === 0) expect(faulty, context).toBe(0)
          else expect(figuresIn(connector, kept), context).toEqual(trueFigures(fake, name, day))
        }
      }
      fake.script(name, [])
      expect((await play()).rows, 'after all faults').toBeGreaterThan(0)
    })

    test('refuses other credentials for good', async () => {
      for (const field of Object.keys(connector.fields)) {
        if (!connector.fields[field]!.isSecret) continue
        const given = { ...fake.networks.get(name)!.given, [field]: 'wrong' }
        const fault = await playDay(connector, given, day, fake.base, nowMs).catch(
          (error: NetworkFault) => error.fault.kind,
        )
        expect(['credential-refused', 'log-in-again'], field).toContain(fault)
      }
    })

    test('an empty day has no rows, or is not there yet', async () => {
      const other = addDays(day, -1)
      fake.truth.vanish(fake.networks.get(name)!.reports, other)
      for (const network of fake.truth.size.mediated) fake.truth.vanish(network, other)
      expect((await play(other)).rows).toBe(0)
    })
  },
)
