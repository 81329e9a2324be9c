import { describe, expect, test } from 'vitest'
import type { FiguresRequest } from '../../src/use-cases/import-figures.ts'
import { csv, placesOf, refusedUnchanged, shareSite } from './import-site.ts'
import { inmobiDashboard, inmobiReport, maxDashboard, verveDashboard } from './network-reports.ts'

const shared = shareSite()

const given = { day: '2026-03-01', app: 'zap-ios' }

async function importText(text: string, request: FiguresRequest) {
  return shared().importStats([await shared().file('report.csv', text)], request)
}

const refuse = (text: string, request: FiguresRequest) =>
  refusedUnchanged(shared(), () => importText(text, request))

describe('context that a dashboard report lacks', () => {
  test.each([
    ['inmobi', inmobiDashboard(['Germany,1200,3.5', 'US,5,0'])],
    ['verve', verveDashboard(['Germany,3.5,1200,2.9', 'US,0,5,0'])],
    ['applovin', maxDashboard(['de,$3.50,"1,200",$2.92', 'us,$0.00,5,$0.00'])],
  ])('is given with options: %s', async (network, text) => {
    await importText(text, network === 'applovin' ? { ...given, network } : given)
    const lines = await shared().figures()
    expect(lines.filter((line) => line.includes(` ${network} `))).toEqual([
      `2026-03-01 zap-ios ${network} unknown DE 1200 0 0 3500000`,
      `2026-03-01 zap-ios ${network} unknown US 5 0 0 0`,
    ])
  })

  test.each([
    ['inmobi', inmobiDashboard(['Germany,1200,3.5'])],
    ['verve', verveDashboard(['Germany,3.5,1200,2.9'])],
  ])('is asked for, day and app together: %s', async (_network, text) => {
    const { message } = await refuse(text, {})
    expect(message).toBe(
      'report.csv: The report has no day and no app column. Add `--day YYYY-MM-DD` and `--app APP_ID`',
    )
  })

  test('is asked for only when it is not given', async () => {
    const text = inmobiDashboard(['Germany,1200,3.5'])
    expect((await refuse(text, { app: 'zap-ios' })).message).toBe(
      'report.csv: The report has no day column. Add `--day YYYY-MM-DD`',
    )
    expect((await refuse(text, { day: '2026-03-01' })).message).toBe(
      'report.csv: The report has no app column. Add `--app APP_ID`',
    )
  })

  test('can also be the network', async () => {
    const text = inmobiDashboard(['Germany,1200,3.5'])
    await importText(text, { ...given, day: '2026-03-07', network: 'aerserv' })
    expect(await shared().figures()).toContain(
      '2026-03-07 zap-ios aerserv unknown DE 1200 0 0 3500000',
    )
  })

  test('is only the app when the report has days', async () => {
    const columns = 'Date,Country Name,Payout,Impressions,Ecpm Payout'
    const text = csv(['2026-03-08,Germany,1,10,0', '2026-03-09,Germany,2,20,0'], columns)
    await importText(text, { app: 'zap-ios' })
    const lines = await shared().figures()
    expect(lines).toContain('2026-03-08 zap-ios verve unknown DE 10 0 0 1000000')
    expect(lines).toContain('2026-03-09 zap-ios verve unknown DE 20 0 0 2000000')
  })

  test('is the same for all files of an import', async () => {
    const files = [
      await shared().file('a.csv', inmobiDashboard(['Germany,1,1'])),
      await shared().file('b.csv', inmobiDashboard(['France,2,2'])),
    ]
    const summary = await shared().importStats(files, { day: '2026-03-10', app: 'zap-ios' })
    expect(summary).toMatchObject({ slices: 1, impressions: '3', revenue: { USD: '3' } })
  })
})

describe("a mediation's report without a network column", () => {
  const text = maxDashboard(['de,$3.50,"1,200",$2.92'])
  const columns = 'day,application,package_name,platform,network,ad_format,impressions,revenue'
  const row = (network: string) => `2026-03-01,Zap,com.example.zap,ios,${network},BANNER,10,1`

  test('is refused with what to add, because it may be of any network', async () => {
    expect((await refuse(text, given)).message).toBe(
      'report.csv: The report has no network column. Add `--network NETWORK`: the network whose figures these are',
    )
    expect((await refuse(text, {})).message).toBe(
      'report.csv: The report has no day, no app and no network column. Add `--day YYYY-MM-DD`, `--app APP_ID` and `--network NETWORK`: the network whose figures these are',
    )
    const without = csv([row('').replace(',,', ',')], columns.replace(',network', ''))
    expect((await refuse(without, {})).code).toBe('context_missing')
  })

  test('is imported for the network that is given, which its summary names', async () => {
    const request = { ...given, day: '2026-03-11', network: 'applovin' }
    expect((await importText(text, request)).networks).toEqual(['applovin'])
  })

  test('among others is a bad row, and so is a network among rows without one', async () => {
    const some = await refuse(csv([row('AdMob'), row('')], columns), {})
    expect(placesOf(some)).toEqual(['report.csv:3: network:'])
    const later = await refuse(csv([row(''), row('AdMob')], columns), { network: 'admob' })
    expect(placesOf(later)).toEqual(['report.csv:3: network: "AdMob"'])
  })
})

describe('context that a report contains', () => {
  test.each<[string, FiguresRequest, string, string]>([
    ['day', { day: '2026-03-01' }, 'the day', '`--day`'],
    ['app', { app: 'zap-ios' }, 'the app', '`--app`'],
    ['day and app', given, 'the day and the app', '`--day` and `--app`'],
  ])('must not be given as well: %s', async (_what, request, columns, options) => {
    const { message } = await refuse(inmobiReport([{}]), request)
    expect(message).toBe(`report.csv: The report has a column for ${columns}. Leave out ${options}`)
  })

  test('must not be given as well: network', async () => {
    const columns = 'day,application,package_name,platform,network,ad_format,impressions,revenue'
    const line = '2026-03-01,Zap,com.example.zap,ios,AdMob,BANNER,10,1'
    const { message } = await refuse(csv([line], columns), { network: 'other' })
    expect(message).toBe(
      'report.csv: The report has a column for the network. Leave out `--network`',
    )
  })

  test.each<FiguresRequest>([{ day: '2026-03-01' }, { app: 'zap-ios' }, { network: 'inmobi' }])(
    "must not be given for Adtally's own format: %j",
    async (request) => {
      const line = '2026-03-01,zap-ios,ownnet,banner,US,10,0.5'
      const { message } = await refuse(csv([line]), request)
      const [field] = Object.keys(request)
      expect(message).toBe(
        `Adtally's own format has a column for the ${field}. Leave out \`--${field}\``,
      )
    },
  )
})

describe('an option is refused, showing its value', () => {
  const text = inmobiDashboard(['Germany,1200,3.5'])

  test.each<[FiguresRequest, string]>([
    [{ ...given, day: '2026-02-30' }, '--day: "2026-02-30"'],
    [{ ...given, day: '20260301' }, '--day: "20260301"'],
    [{ ...given, day: '' }, '--day: ""'],
    [{ ...given, app: 'nothing' }, 'There is no app with the app_id "nothing"'],
    [{ ...given, app: '' }, '--app: "" is not accepted'],
    [{ ...given, network: 'A B' }, '--network: "A B"'],
    [{ ...given, network: '' }, '--network: ""'],
  ])('%j', async (request, start) => {
    expect((await refuse(text, request)).message.startsWith(start)).toBe(true)
  })
})

describe('a row is bad', () => {
  const platformColumns = 'platform,date,country,views,revenue'

  test('when its platform is not that of the given app', async () => {
    const lines = ['ios,2026-03-01,US,1,1', 'android,2026-03-01,US,2,2', 'iOS,2026-03-01,DE,3,3']
    const refusal = await refuse(csv(lines, platformColumns), { app: 'zap-ios' })
    expect(placesOf(refusal)).toEqual(['report.csv:3: platform: "android"'])
    expect(refusal.details[0]).toContain('rows of ios alone, where the app "zap-ios" runs')
  })

  test.each([
    ['no day in a report that has days', { date: '' }, 'date:'],
    ['an invalid day', { date: '2026-02-30' }, 'date: "2026-02-30"'],
    ['no app in a report that has apps', { id: '', name: '', bundle: '' }, 'app_id:'],
    ['an unknown platform', { platform: 'windows' }, 'platform: "windows"'],
    ['no impressions', { impressions: '' }, 'impressions:'],
    ['clicks that are no number', { clicks: 'x' }, 'clicks: "x"'],
  ])('when it has %s', async (_fault, cells, place) => {
    const refusal = await refuse(inmobiReport([{}, { country: 'DE', ...cells }]), {})
    expect(placesOf(refusal)).toEqual([`report.csv:3: ${place}`])
    expect(refusal.details[0]).toMatch(/; expected .+/)
  })
})
