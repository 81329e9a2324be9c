import { describe, expect, test } from 'vitest'
import { linkApp } from '../../src/use-cases/link-app.ts'
import { type ImportSite, openSite, refusedUnchanged } from './import-site.ts'
import { type InmobiRow, inmobiReport } from './network-reports.ts'

const appsHeader = 'app_id,publisher,app_name,platform,app_store_id,app_bundle_id,android_package'
const zapOfEuros = `${appsHeader}\neuro-zap,euros,Zap,ios,,com.example.zap,\n`

const importInmobi = async (
  site: ImportSite,
  rows: readonly Partial<InmobiRow>[],
  request: { account?: string; createApps?: string; app?: string } = {},
) => site.importStats([await site.file('inmobi.csv', inmobiReport(rows))], request)

const link = (site: ImportSite, networkAppId: string, appId: string) =>
  site.call(linkApp, { network: 'inmobi', networkAppId, appId })

const appsWithFigures = async (site: ImportSite) => [
  ...new Set((await site.figures()).map((line) => line.split(' ')[1])),
]

const mystery = { id: '900', name: 'Mystery', bundle: 'com.mystery' }
const names = ['account', 'createApps'] as const

describe.each(names)('an import with %s', (option) => {
  test('is refused where the network’s id is linked in another account, which is not named', async () => {
    const site = await openSite()
    await link(site, '900', 'zap-ios')
    const before = await site.applications()
    const { code, message, details } = await refusedUnchanged(site, () =>
      importInmobi(site, [mystery], { [option]: 'euros' }),
    )
    expect(code).toBe('network_apps_elsewhere')
    expect(message).toContain('"euros"')
    expect([message, ...details].join('\n')).not.toMatch(/studio|zap-ios/)
    expect(await site.applications()).toEqual(before)
  })

  test('is refused where only another account has the package', async () => {
    const site = await openSite()
    const { code, details } = await refusedUnchanged(site, () =>
      importInmobi(site, [{}], { [option]: 'euros' }),
    )
    expect(code).toBe('network_apps_elsewhere')
    expect(details).toContain('  adtally apps link inmobi 71 APP_ID   # Zap, ios')
  })

  test('takes the app of the account that has the package too', async () => {
    const site = await openSite()
    await site.importApps(zapOfEuros)
    const summary = await importInmobi(site, [{}], { [option]: 'studio' })
    expect(await appsWithFigures(site)).toEqual(['zap-ios'])
    expect(summary).toMatchObject({ accounts: ['studio'], networks: ['inmobi'] })
  })

  test('takes its own app of a package whose network id another account has', async () => {
    const site = await openSite()
    await site.importApps(zapOfEuros)
    await link(site, '71', 'euro-zap')
    await importInmobi(site, [{}], { [option]: 'studio' })
    expect(await appsWithFigures(site)).toEqual(['zap-ios'])
  })

  test('takes an app_id of another account for one that does not exist', async () => {
    const site = await openSite()
    const lines = [
      '2026-03-01,zap-ios,ownnet,video,US,1,1',
      '2026-03-01,euro-app,ownnet,video,US,1,1',
    ]
    const { code, details } = await refusedUnchanged(site, () =>
      site.importLines(lines, { [option]: 'studio' }),
    )
    expect(code).toBe('unknown_apps')
    expect(details).toEqual(['  "euro-app" in 1 row, first at figures.csv:3'])
    const { details: missing } = await refusedUnchanged(site, () =>
      site.importLines([lines[0]!, '2026-03-01,nobodys,ownnet,video,US,1,1'], {
        [option]: 'studio',
      }),
    )
    expect(missing[0]!.replace('nobodys', 'euro-app')).toBe(details[0])
  })

  test('is refused with an --app of another account as with one that does not exist', async () => {
    const site = await openSite()
    const { code } = await refusedUnchanged(site, () =>
      importInmobi(site, [{}], { [option]: 'euros', app: 'zap-ios' }),
    )
    expect(code).toBe('unknown_app')
  })
})

describe('an import that names no account', () => {
  test('never guesses between accounts that have the package, on Amazon either', async () => {
    const site = await openSite()
    await site.importApps(`${appsHeader}\neuro-brick,euros,Brick,android,,,com.example.brick\n`)
    const row = { id: '80', bundle: 'com.example.brick', platform: 'android' }
    const { code, details } = await refusedUnchanged(site, () => importInmobi(site, [row]))
    expect(code).toBe('network_apps_ambiguous')
    expect(details).toContain('Or name the account: add `--account USERNAME`')
    expect(await importInmobi(site, [row], { account: 'studio' })).toMatchObject({
      accounts: ['studio'],
    })
    expect(await appsWithFigures(site)).toEqual(['brick'])
  })

  test('may bring figures of several accounts by their app ids, and names them all', async () => {
    const site = await openSite()
    const summary = await site.importLines([
      '2026-03-01,zap-ios,ownnet,video,US,1,1',
      '2026-03-01,euro-app,admob,video,US,1,1',
    ])
    expect(summary).toMatchObject({ accounts: ['euros', 'studio'], networks: ['admob', 'ownnet'] })
  })
})

test('--account creates no app, and names the account that was not found', async () => {
  const site = await openSite()
  const { code } = await refusedUnchanged(site, () =>
    importInmobi(site, [mystery], { account: 'studio' }),
  )
  expect(code).toBe('unknown_network_apps')
  const unknown = await refusedUnchanged(site, () =>
    site.importLines(['2026-03-01,zap-ios,ownnet,video,US,1,1'], { account: 'nobody' }),
  )
  expect(unknown.code).toBe('unknown_account')
})

test('two accounts cannot be named at once', async () => {
  const site = await openSite()
  const { code } = await refusedUnchanged(site, () =>
    importInmobi(site, [mystery], { account: 'studio', createApps: 'euros' }),
  )
  expect(code).toBe('accounts_differ')
})
