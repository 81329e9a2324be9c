import { describe, expect, test } from 'vitest'
import { wordForCli } from '../../src/cli/word-for-cli.ts'
import { listAppLinks, unlinkApp } from '../../src/use-cases/app-links.ts'
import { createAccount } from '../../src/use-cases/create-account.ts'
import { importFigures } from '../../src/use-cases/import-figures.ts'
import { linkApp } from '../../src/use-cases/link-app.ts'
import { previewFigures } from '../../src/use-cases/preview-figures.ts'
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

/** An import's answer, without the ids of apps. */
async function outcomeOf(
  site: ImportSite,
  useCase: typeof previewFigures | typeof importFigures,
  rows: readonly Partial<InmobiRow>[],
  option: (typeof names)[number],
) {
  const files = [await site.file('inmobi.csv', inmobiReport(rows))]
  const rates = { name: 'rates.csv', text: 'day,currency,rate\n2026-03-01,USD,0.5\n' }
  const request = { [option]: 'euros', rates }
  return site
    .call(useCase as typeof previewFigures, request, { files })
    .then(({ created_apps: created, matched_apps: matched, revenue }) => [
      created,
      matched,
      revenue,
    ])
    .catch((error) => wordForCli(error))
}

const mystery = { id: '900', name: 'Mystery', bundle: 'com.mystery' }
const names = ['account', 'createApps'] as const

describe.each(names)('an import with %s', (option) => {
  test('does not depend on links and packages of other accounts, in a preview either', async () => {
    const [alone, beside] = [await openSite(), await openSite()]
    await link(beside, '900', 'zap-ios')
    await beside.importApps(`${appsHeader}\nstudio-new,studio,Mystery,ios,,com.mystery,\n`)
    for (const rows of [[mystery], [{}]]) {
      const outcomes = await Promise.all(
        [alone, beside].flatMap((site) =>
          [previewFigures, importFigures].map((useCase) => outcomeOf(site, useCase, rows, option)),
        ),
      )
      expect(outcomes[2]).toEqual(outcomes[0])
      expect(outcomes[3]).toEqual(outcomes[1])
      expect(JSON.stringify(outcomes)).not.toContain('studio')
    }
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

test('two accounts import the same app of a network, each into its own app', async () => {
  const site = await openSite()
  await site.call(createAccount, { username: 'other', currency: 'USD' })
  const before = await importInmobi(site, [mystery], { createApps: 'studio' })
  const preview = await site.call(
    previewFigures,
    { createApps: 'other' },
    { files: [await site.file('inmobi.csv', inmobiReport([mystery]))] },
  )
  expect(preview).toMatchObject({ created_apps: ['Mystery'], replaced_slices: 0 })
  const after = await importInmobi(site, [{ ...mystery, earnings: '0.02' }], {
    createApps: 'other',
  })
  expect([before, after]).toMatchObject([
    { accounts: ['studio'], created_apps: ['Mystery'], revenue: { USD: '0.01' } },
    { accounts: ['other'], created_apps: ['Mystery'], revenue: { USD: '0.02' } },
  ])
  const again = await importInmobi(site, [mystery], { account: 'studio' })
  expect(again).toMatchObject({ accounts: ['studio'], unchanged_slices: 1 })
  expect((await refusedUnchanged(site, () => importInmobi(site, [mystery]))).code).toBe(
    'network_apps_ambiguous',
  )
  const unlink = (account?: string) =>
    site.call(unlinkApp, { network: 'inmobi', networkAppId: '900', ...(account && { account }) })
  await expect(unlink()).rejects.toMatchObject({
    code: 'links_of_several_accounts',
    facts: { usernames: ['other', 'studio'] },
  })
  expect(await unlink('other')).toHaveLength(1)
  expect(await site.call(listAppLinks, { account: 'studio' })).toHaveLength(1)
  expect(await unlink()).toHaveLength(1)
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
