import { afterEach, expect, test } from 'vitest'
import { confirmDay } from '../../src/use-cases/connections/confirm-day.ts'
import { removeConnection } from '../../src/use-cases/connections/remove-connection.ts'
import { answerNetwork } from '../../src/use-cases/networks/answer-network.ts'
import { listSetAside } from '../../src/use-cases/networks/list-set-aside.ts'
import { formatDay, parseDay } from '../../src/values/day.ts'
import { saidBy } from '../fake-networks/said-by.ts'
import { dollars, Truth } from '../fake-networks/truth.ts'
import { counted, openPulledSite, type PulledSite, said } from './pulled-site.ts'

const day = parseDay('2026-03-09')!
const since = formatDay(day)
const mediated = ['admob', 'mintegral']
let site: PulledSite

afterEach(() => site.close())

const countedNow = async () => (await counted(site)).sort()
const setAside = () => site.installation.call(listSetAside, { account: 'studio' })
const answer = (network?: string) =>
  site.installation.call(answerNetwork, {
    account: 'studio',
    source: 'applovin-max',
    name: 'ADMOBB_BIDDING',
    ...(network !== undefined && { network }),
  })

test.each([
  ['AdMob first', ['admob', 'admob-mediation']],
  ['its mediation first', ['admob-mediation', 'admob']],
])(
  "AdMob's revenue counts once beside its mediation, whose report has it as two ad sources: %s",
  async (_, order) => {
    const truth = new Truth({ mediated })
    // The day ends in Los Angeles.
    site = await openPulledSite(truth, '2026-03-10T23:00:00Z')
    for (const connector of order) {
      await site.connect(connector, { startDate: since })
      await site.pullDue()
    }
    await site.pullDue()
    const others = saidBy(truth, 'mediation', day).filter((row) => !row.includes('admob'))
    expect(await countedNow()).toEqual([...said(truth, 'admob', [day]), ...others].sort())
    expect(await setAside()).toEqual([])
  },
)

test('rows of a name that resembles a network are set aside until it is answered, and then fetched again', async () => {
  const truth = new Truth({ mediated })
  truth.rename('admob', 'ADMOBB_BIDDING')
  site = await openPulledSite(truth)
  await site.connect('applovin-max', { startDate: since })
  await site.pullDue()
  const all = saidBy(truth, 'mediation', day)
  const ofAdmob = truth.mediationRows(day).filter(({ network }) => network === 'admob')
  const sum = (of: 'impressions' | 'revenueMicros') =>
    ofAdmob.reduce((total, row) => total + row[of], 0)
  expect(await countedNow()).toEqual(all.filter((row) => !row.includes('admob')))
  expect(await setAside()).toMatchObject([
    {
      name: 'ADMOBB_BIDDING',
      similar_to: 'admob',
      network: null,
      connection: 'applovin-max',
      rows: ofAdmob.length,
      impressions: `${sum('impressions')}`,
      files: [],
      revenue: { USD: dollars(sum('revenueMicros')).replace(/\.?0+$/, '') },
      first_day: since,
      last_day: since,
    },
  ])
  const about = { name: 'applovin-max', first_day: since, last_day: since }
  expect(await answer('admob')).toMatchObject({ connections: [about], files: [] })
  await site.pullDue()
  expect(await countedNow()).toEqual(all)
  expect(await setAside()).toEqual([])

  // Another answer ends revenue of a network, which only a person does.
  await answer()
  await site.pullDue()
  expect(await countedNow(), 'held').toEqual(all)
  const held = { username: 'studio', name: 'applovin-max', day: since }
  await site.installation.call(confirmDay, held)
  await site.pullDue()
  expect(await countedNow(), 'the answer changed').toEqual(
    all.map((row) => row.replace(' admob ', ' admobb_bidding ')).sort(),
  )
})

test('a connection that is removed leaves nothing set aside', async () => {
  const truth = new Truth({ mediated })
  truth.rename('admob', 'ADMOBB_BIDDING')
  site = await openPulledSite(truth)
  await site.connect('applovin-max', { startDate: since })
  await site.pullDue()
  await site.installation.call(removeConnection, { username: 'studio', name: 'applovin-max' })
  expect(await setAside()).toEqual([])
})

test('a day whose rows are all set aside has no figures, and keeps its place', async () => {
  const truth = new Truth({ mediated: ['admob'] })
  truth.rename('admob', 'ADMOBB_BIDDING')
  site = await openPulledSite(truth)
  await site.connect('applovin-max', { startDate: since })
  await site.pullDue()
  expect(await countedNow()).toEqual([])
  expect(await setAside()).toMatchObject([{ first_day: since }])
  await answer('admob')
  await site.pullDue()
  expect(await countedNow()).toEqual(saidBy(truth, 'mediation', day))
})
