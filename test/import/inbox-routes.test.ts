import { mkdirSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { StoreUnavailableError } from '../../src/values/store-unavailable-error.ts'
import { csv } from './import-site.ts'
import { march, marchFigures, openInbox } from './inbox-site.ts'
import {
  inmobiDashboard,
  inmobiReport,
  maxDashboard,
  mintegralPage,
  pangleAnswer,
} from './network-reports.ts'

const dashboard = inmobiDashboard(['Germany,1200,3.5'])
const dashboardFigures = ['2026-03-01 zap-ios inmobi unknown DE 1200 0 0 3500000']

const moved = (place: string, path: string) => [`${place}/${path}`, `${place}/${path}.report.json`]

describe('folders tell', () => {
  test.each([
    ['the account', 'studio/figures.csv', march, marchFigures],
    ['the account and the source', 'studio/adtally/figures.csv', march, marchFigures],
    [
      'the account, the source and what a report lacks',
      'studio/inmobi/day=2026-03-01/app=zap-ios/countries.csv',
      dashboard,
      dashboardFigures,
    ],
    [
      'the same in any order, by their names',
      'app=zap-ios/source=inmobi/account=studio/day=2026-03-01/countries.csv',
      dashboard,
      dashboardFigures,
    ],
    [
      'the network of a mediation',
      'studio/applovin-max/network=google_ad_manager/day=2026-03-01/app=zap-ios/max.csv',
      maxDashboard(['de,$3.50,"1,200",$2.92']),
      ['2026-03-01 zap-ios google_ad_manager unknown DE 1200 0 0 3500000'],
    ],
    [
      'a source by its only network, and that apps are created',
      'studio/create_apps=true/pangle/pangle.json',
      pangleAnswer([{ package: 'com.example.zap' }]),
      ['2026-03-01 zap-ios pangle banner US 10 1 0 1000000'],
    ],
  ])('%s', async (_what, path, text, figures) => {
    const { site, drop, look, files, reports } = await openInbox()
    await drop(path, text)
    await look()
    expect(reports).toMatchObject([{ outcome: 'imported', name: path, accounts: ['studio'] }])
    expect(await site.figures()).toEqual(figures)
    expect(await files()).toEqual(moved('done', path))
  })

  test('a route stays when its files are gone, and takes the next ones', async () => {
    const { site, drop, look, files, warnings } = await openInbox()
    for (const revenue of ['1', '2']) {
      await drop('studio/inmobi/daily.csv', inmobiReport([{ earnings: revenue }]))
      await look(4)
    }
    expect(await site.figures()).toEqual(['2026-03-01 zap-ios inmobi banner US 10 1 0 2000000'])
    expect(await files()).toEqual([
      ...['2-daily.csv', '2-daily.csv.report.json', 'daily.csv', 'daily.csv.report.json'].map(
        (name) => `done/studio/inmobi/${name}`,
      ),
    ])
    expect(warnings).toEqual([])
  })

  test('an inbox may be a link itself, and files beside a route are told', async () => {
    const { site, at, inbox, drop, look, warnings } = await openInbox()
    await rename(at(''), join(site.root, 'elsewhere'))
    await symlink(join(site.root, 'elsewhere'), join(site.root, 'inbox'))
    await inbox.open()
    await drop('studio/a.csv', march)
    await drop('studio.import.json', { day: '2026-03-01' })
    await look()
    expect(await site.figures()).toEqual(marchFigures)
    expect(warnings).toEqual([
      'studio.import.json is next to a folder of several imports. Put it next to a report or a folder pages=NAME, or remove it',
    ])
  })

  test('files that were there before the start are imported in the order of their paths', async () => {
    const { site, inbox, drop, look, reports } = await openInbox()
    await drop('studio/b.csv', march)
    await drop('studio/adtally/a.csv', csv(['2026-03-01,zap-ios,ownnet,video,FR,9,9']))
    await drop('a.csv', csv(['2026-03-01,zap-ios,ownnet,video,DE,9,9']))
    await inbox.open()
    await look()
    expect(reports.map(({ name }) => name)).toEqual([
      'a.csv',
      'studio/adtally/a.csv',
      'studio/b.csv',
    ])
    expect(await site.figures()).toEqual(marchFigures)
  })
})

describe('a folder pages=NAME', () => {
  const pages = [
    mintegralPage(1, 2, [{ country: 'us', impressions: 10 }]),
    mintegralPage(2, 2, [{ country: 'de', impressions: 20 }]),
  ]

  test('in a route is one import of all its files', async () => {
    const { drop, look, files, reports } = await openInbox()
    const path = 'studio/create_apps=true/mintegral/pages=march'
    for (const [index, page] of pages.entries()) await drop(`${path}/page-${index + 1}.json`, page)
    await look()
    expect(reports).toMatchObject([{ outcome: 'imported', name: path, impressions: '30' }])
    expect(await files()).toEqual([
      `done/${path}.report.json`,
      `done/${path}/page-1.json`,
      `done/${path}/page-2.json`,
    ])
  })

  test('without all pages fails, and the pages alone do so in a route', async () => {
    const { drop, look, reports, message } = await openInbox()
    await drop('studio/mintegral/pages=march/page-1.json', pages[0]!)
    await drop('studio/mintegral/page-2.json', pages[1]!)
    await look()
    expect(reports).toMatchObject([{ outcome: 'failed' }, { outcome: 'failed' }])
    expect(message()).toMatch(/page 2 is missing.* or use the folder `partial=true`/)
  })

  test('can have a file beside it', async () => {
    const { site, drop, look, files } = await openInbox()
    await drop('studio/pages=march/a.csv', dashboard)
    await drop('studio/pages=march/b.csv', inmobiDashboard(['France,1,0.25']))
    await drop('studio/pages=march.import.json', { day: '2026-03-01', app: 'zap-ios' })
    await look()
    expect(await site.figures()).toHaveLength(2)
    expect(await files()).toContain('done/studio/pages=march.import.json')
  })
})

describe('a file NAME.import.json', () => {
  test('tells what the report lacks, and moves with it', async () => {
    const { site, drop, look, files } = await openInbox()
    await drop('studio/inmobi/march.csv.import.json', { day: '2026-03-01', app: 'zap-ios' })
    await drop('studio/inmobi/march.csv', dashboard)
    await look()
    expect(await site.figures()).toEqual(dashboardFigures)
    expect(await files()).toEqual([
      'done/studio/inmobi/march.csv',
      'done/studio/inmobi/march.csv.import.json',
      'done/studio/inmobi/march.csv.report.json',
    ])
  })

  test('can tell everything, without any folder', async () => {
    const { site, drop, look } = await openInbox()
    const settings = { account: 'studio', source: 'inmobi', day: '2026-03-01', app: 'zap-ios' }
    await drop('march.csv', dashboard)
    await drop('march.csv.import.json', { ...settings, as: 'check', skip_bad_rows: false })
    await look()
    const { ledger, accounts } = site.installation
    const { id } = await accounts.get('studio')
    expect(await ledger.secondaryReports(id)).toMatchObject([{ name: 'check' }])
  })

  test('waits for its report, and its report for it', async () => {
    const { site, drop, look, warnings, reports } = await openInbox()
    await drop('studio/march.csv.import.json', { day: '2026-03-01' })
    await look(1)
    expect(warnings).toEqual([])
    await look(3)
    expect(warnings).toEqual([
      'studio/march.csv.import.json waits for march.csv. Put that beside it, or remove it',
    ])
    await drop('studio/march.csv', dashboard)
    await look(1)
    // It changes, so the report has not settled.
    await drop('studio/march.csv.import.json', { day: '2026-03-01', app: 'zap-ios' })
    await look(1)
    expect(reports).toEqual([])
    await look(1)
    expect(await site.figures()).toEqual(dashboardFigures)
  })

  test('and a file NAME.rates.csv convert a report in another currency', async () => {
    const { site, drop, look, files } = await openInbox()
    await drop('studio/pangle/march.json', pangleAnswer([{ currency: 'eur' }]))
    await drop('studio/pangle/march.json.rates.csv', 'day,currency,rate\n2026-03-01,EUR,1.5\n')
    await look()
    expect(await site.figures()).toEqual(['2026-03-01 zap-ios pangle banner US 10 1 0 1500000'])
    expect(await files()).toContain('done/studio/pangle/march.json.rates.csv')
  })
})

describe('fails, keeps its route, and says what to do:', () => {
  test.each<[string, string, Record<string, unknown> | string | null, RegExp]>([
    [
      'an unknown account',
      'stduio/a.csv',
      null,
      /no account "stduio".*accounts create stduio.*pages=stduio/,
    ],
    [
      'an unknown source',
      'studio/inmobbi/a.csv',
      null,
      /^source: "inmobbi" is not accepted; expected .*inmobi/,
    ],
    [
      'a third folder',
      'studio/inmobi/march/a.csv',
      null,
      /Unrecognised folder "march".*pages=march/,
    ],
    ['an unknown setting', 'studio/dya=2026-03-01/a.csv', null, /no setting "dya".*day/],
    ['a bad day', 'studio/day=yesterday/a.csv', null, /^day: "yesterday" is not accepted/],
    [
      'a bad flag',
      'studio/partial=yes/a.csv',
      null,
      /^partial: "yes" is not accepted; expected true or false/,
    ],
    ['two days', 'studio/day=2026-03-01/day=2026-03-02/a.csv', null, /set day to different values/],
    [
      "another account in an account's folder",
      'studio/account=euros/a.csv',
      null,
      /set account to different values/,
    ],
    ['an empty sidecar', 'studio/a.csv', '', /a\.csv\.import\.json: The file is not JSON/],
    ['a list as a sidecar', 'studio/a.csv', '[]', /not a JSON object/],
    ['an unknown member', 'studio/a.csv', { apps: 'zap-ios' }, /a\.csv\.import\.json: .*"apps"/],
    ['a number as a day', 'studio/a.csv', { day: 20260301 }, /^day: 20260301 is not accepted/],
    ['text as a flag', 'studio/a.csv', { partial: 'true' }, /^partial: "true" is not accepted/],
    ['a sidecar with another source', 'studio/inmobi/a.csv', { source: 'verve' }, /set source to/],
    ['a huge sidecar', 'studio/a.csv', ' '.repeat(65_537), /larger than 65,536 bytes/],
    ['new apps of no account', 'create_apps=true/a.csv', null, /folder of an account/],
    [
      'what the report still lacks',
      'studio/a.csv',
      null,
      /Add the folder `day=YYYY-MM-DD` and the folder `app=APP_ID`$/,
    ],
  ])('%s', async (_what, path, sidecar, expected) => {
    const { site, drop, look, files, reports, message } = await openInbox()
    await drop(path, dashboard)
    if (sidecar !== null) await drop(`${path}.import.json`, sidecar)
    await look()
    expect(reports).toMatchObject([{ outcome: 'failed', name: path }])
    expect(message()).toMatch(expected)
    const beside = sidecar === null ? [] : [`failed/${path}.import.json`]
    expect(await files()).toEqual([...moved('failed', path), ...beside].sort())
    expect(await site.figures()).toEqual([])
  })

  test('a sidecar that is a link, which is not followed', async () => {
    const { site, at, drop, look, files, message } = await openInbox()
    await writeFile(join(site.root, 'secret.json'), '{"day":"2026-03-01","app":"zap-ios"}')
    await drop('studio/a.csv', dashboard)
    await symlink(join(site.root, 'secret.json'), at('studio/a.csv.import.json'))
    await look()
    expect(message()).toMatch(/a\.csv\.import\.json: This is a symbolic link/)
    expect(await files()).toContain('failed/studio/a.csv.import.json')
  })

  test.each([{ account: 'euros' }, { createApps: 'euros' }])(
    'a folder of another account than the inbox is for: %j',
    async (defaults) => {
      const { site, drop, look, message } = await openInbox({ defaults })
      await drop('studio/a.csv', march)
      await look()
      expect(message()).toMatch(/names the account "studio".*for the account "euros" only/)
      expect(await site.figures()).toEqual([])
    },
  )
})

describe("a publisher's folder", () => {
  test('imports nothing of another account, whatever is in it', async () => {
    const { site, drop, look, reports } = await openInbox()
    const line = '2026-03-01,euro-app,ownnet,video,US,100,1.5'
    await drop('studio/a.csv', csv([line]))
    await drop('studio/pages=x/a.csv', csv([line]))
    await drop('studio/b.csv', csv([line]))
    await drop('studio/b.csv.import.json', { account: 'euros' })
    await look()
    expect(reports.map(({ outcome }) => outcome)).toEqual(['failed', 'failed', 'failed'])
    expect(await site.figures()).toEqual([])
  })

  test('that is a link is not followed, and neither is one in it', async () => {
    const { site, at, drop, look, files, warnings } = await openInbox()
    const elsewhere = join(site.root, 'elsewhere')
    await mkdir(elsewhere)
    await writeFile(join(elsewhere, 'a.csv'), march)
    await symlink(elsewhere, at('studio'))
    await drop('euros/x.csv.part', '')
    await symlink(elsewhere, at('euros/adtally'))
    await look(3)
    expect(warnings).toEqual([
      'euros/adtally is a symbolic link, which is not imported. Remove it',
      'studio is a symbolic link, which is not imported. Remove it',
    ])
    expect(await files()).toEqual(['euros/adtally', 'euros/x.csv.part', 'studio'])
    expect(await readdir(elsewhere)).toEqual(['a.csv'])
    expect(await site.figures()).toEqual([])
  })

  test('that is very deep is left alone from some depth on, and keeps no other waiting', async () => {
    const { site, drop, look, warnings, files } = await openInbox()
    const deep = `deep${'/x=y'.repeat(20)}/a.csv`
    await drop(deep, march)
    await drop('studio/a.csv', march)
    await look(3)
    expect(await site.figures()).toEqual(marchFigures)
    expect(await files()).toContain(deep)
    expect(warnings).toEqual([expect.stringMatching(/^deep.* is more than 16 folders deep/)])
  })

  test('with very many entries keeps no other waiting', async () => {
    const { site, at, drop, look, warnings } = await openInbox()
    await drop('studio/a.csv', march)
    await look(1)
    // Looking at all of them takes seconds, so they come before the look that imports.
    await mkdir(at('aaa/many'), { recursive: true })
    for (let nth = 0; nth < 10_000; nth++) mkdirSync(at(`aaa/many/${nth}`))
    await look(1)
    expect(await site.figures()).toEqual(marchFigures)
    expect(warnings).toEqual(['aaa has 10000 entries or more: not all of them are looked at'])
  })
})

describe('nothing is lost or counted twice', () => {
  test('when the stores are away, and the route was removed meanwhile', async () => {
    const { site, at, drop, look, faults, files } = await openInbox()
    await drop('studio/inmobi/a.csv', dashboard)
    await drop('studio/inmobi/a.csv.import.json', { day: '2026-03-01', app: 'zap-ios' })
    faults.push(new StoreUnavailableError('PostgreSQL does not answer.'))
    await look()
    expect(await files()).toEqual(['studio/inmobi/a.csv', 'studio/inmobi/a.csv.import.json'])
    await rename(at('studio'), at('away'))
    await rename(at('away'), at('studio'))
    await look()
    expect(await site.figures()).toEqual(dashboardFigures)
  })

  test('when a crash left a file, a sidecar and pages in working/', async () => {
    const { site, inbox, drop, look, files } = await openInbox()
    await drop('working/studio/inmobi/a.csv', dashboard)
    await drop('working/studio/inmobi/a.csv.import.json', { day: '2026-03-01', app: 'zap-ios' })
    await drop('working/studio/pages=b/b.csv', march)
    await drop('working/studio/c.csv.import.json', { account: 'studio' })
    await drop('studio/c.csv', march)
    await inbox.open()
    expect(await files()).toEqual([
      'studio/c.csv',
      'studio/c.csv.import.json',
      'studio/inmobi/a.csv',
      'studio/inmobi/a.csv.import.json',
      'studio/pages=b/b.csv',
    ])
    await look()
    expect(await site.figures()).toEqual([...dashboardFigures, ...marchFigures])
  })

  test('when another file took the place of one that comes back', async () => {
    const { inbox, drop, look, files, site } = await openInbox()
    await drop('working/studio/a.csv', dashboard)
    await drop('working/studio/a.csv.import.json', { day: '2026-03-01', app: 'zap-ios' })
    await drop('studio/a.csv', march)
    await inbox.open()
    expect(await files()).toEqual(['studio/2-a.csv', 'studio/2-a.csv.import.json', 'studio/a.csv'])
    await look()
    expect(await site.figures()).toEqual([...dashboardFigures, ...marchFigures])
  })

  test('when a crash interrupted an import with partial: a person decides', async () => {
    const { inbox, drop, look, files, site, message } = await openInbox()
    await drop('working/studio/partial=true/a.csv', march)
    await inbox.open()
    await look()
    expect(await site.figures()).toEqual([])
    expect(await files()).toEqual(moved('failed', 'studio/partial=true/a.csv'))
    expect(message()).toMatch(/was stopped while it added studio\/partial=true\/a\.csv/)
  })

  test('when a place in done/ is taken by a file or a link', async () => {
    const { at, site, drop, look, files } = await openInbox()
    const elsewhere = join(site.root, 'elsewhere')
    await mkdir(elsewhere)
    await symlink(elsewhere, at('done/studio'))
    await drop('studio/a.csv', march)
    await look()
    expect(await readdir(elsewhere)).toEqual([])
    expect(await files()).toEqual([
      'done/2-studio/a.csv',
      'done/2-studio/a.csv.report.json',
      'done/studio',
    ])
    const report = JSON.parse(await readFile(at('done/2-studio/a.csv.report.json'), 'utf8'))
    expect(report).toMatchObject({ outcome: 'imported', name: 'studio/a.csv' })
    await rm(at('done/studio'))
  })
})
