import { describe, expect, test } from 'vitest'
import { dashboardVocabulary } from '../../../src/http/dashboard/vocabulary.ts'
import { createAccount } from '../../../src/use-cases/create-account.ts'
import type { FiguresRequest } from '../../../src/use-cases/import-figures.ts'
import { importFigures } from '../../../src/use-cases/import-figures.ts'
import { wordRefusal } from '../../../src/wording/word-refusal.ts'
import { shareDashboard } from '../../fixtures/dashboard-history.ts'
import {
  passwords,
  setPasswords,
  signedIn,
  type Visitor,
} from '../../fixtures/dashboard-visitor.ts'
import { openClocked } from '../../fixtures/moving-clock.ts'
import { serveReports } from '../../fixtures/report-server.ts'
import { csv, header, refusalOf } from '../../import/import-site.ts'

const good = '2026-03-01,zap-ios,ownnet,video,US,10,1'
const bad = ['2026-03-01,zap-ios,ownnet,video,XX,10,1', '2026-03-02,zap-ios,ownnet,video,US,-1,1']

const failedOf = async (visitor: Visitor) => (await visitor.get('/imports')).json().failed

describe('an import that is refused', () => {
  const { site, studio, euros } = shareDashboard()
  let files = 0
  const refuse = async (lines: readonly string[], request: FiguresRequest) => {
    const name = `refused-${++files}.csv`
    const given = [await site().file(name, csv(lines))]
    const { code, facts } = await refusalOf(site().importStats(given, request))
    const { message, details } = wordRefusal({ code, facts }, dashboardVocabulary)
    return { name, message: [message, ...details].join('\n') }
  }
  const shown = async () => [
    ...(await Promise.all([failedOf(studio()), failedOf(euros())])).map(({ length }) => length),
  ]

  test('is shown to no account when there are several and no option names one', async () => {
    await refuse(bad, {})
    await refuse(bad, { source: 'adtally', network: 'ownnet', as: 'mediation' })
    expect(await shown()).toEqual([0, 0])
  })

  test('is shown to the account of createApps', async () => {
    const { name, message } = await refuse(bad, { createApps: 'euros', source: 'adtally' })
    expect(await failedOf(euros())).toStrictEqual([
      {
        id: expect.any(Number),
        failed_at: expect.stringMatching(/^2026-03-10T12:\d\d:\d\d(\.\d{3})?Z$/),
        source: 'adtally',
        files: [name],
        message,
      },
    ])
    // Two bad cells, and the app of another account in both rows.
    expect(message.split('\n')).toHaveLength(5)
    expect(message).toContain(`${name}:2: country`)
    expect(await shown()).toEqual([0, 1])
  })

  test('is shown to the account of the app option', async () => {
    const { name } = await refuse(bad, { app: 'brick' })
    expect(await failedOf(studio())).toMatchObject([{ source: 'auto', files: [name] }])
    expect(await shown()).toEqual([1, 1])
  })

  test('is shown to the account of createApps when both options are given', async () => {
    await refuse(bad, { app: 'brick', createApps: 'euros' })
    expect(await shown()).toEqual([1, 2])
  })

  test('is shown to no account when the options name an unknown one', async () => {
    await refuse(bad, { createApps: 'nobody' })
    await refuse(bad, { createApps: 'nobody', app: 'brick' })
    await refuse(bad, { app: 'nothing' })
    expect(await shown()).toEqual([1, 2])
  })

  test('is shown when an option is invalid, too', async () => {
    const { message } = await refuse([good], { app: 'zap-ios', day: '2026-02-30' })
    expect((await failedOf(studio()))[0]).toMatchObject({ message })
    expect(message).toBe(
      'The day: "2026-02-30" is not accepted; expected a calendar day as YYYY-MM-DD',
    )
    expect(await shown()).toEqual([2, 2])
  })

  test('is listed newest first, only on the first page of imports', async () => {
    const [latest, earlier] = await failedOf(studio())
    expect([latest.files, earlier.files]).toEqual([['refused-9.csv'], ['refused-4.csv']])
    const { failed } = (await studio().get('/imports', { before: '1' })).json()
    expect(failed).toEqual([])
  })

  test('is not listed as an import, and an import is not listed as a failure', async () => {
    await site().importLines([good], { columns: header })
    const { imports, failed } = (await studio().get('/imports')).json()
    expect([imports.length, failed.length]).toEqual([1, 2])
  })
})

test('a refused import is shown to the only account', async () => {
  const installation = await openClocked()
  const server = serveReports(installation)
  try {
    await installation.call(createAccount, { username: 'acme' })
    await setPasswords(installation, { acme: passwords.acme })
    const visitor = await signedIn(server, 'acme', passwords.acme)
    const refused = installation.call(
      importFigures,
      {},
      { files: [{ name: 'gone.csv', path: `${installation.root}/gone.csv` }] },
    )
    const { message } = await refusalOf(refused)
    expect(await failedOf(visitor)).toEqual([
      {
        id: expect.any(Number),
        failed_at: expect.stringMatching(/^2026-03-10T12:00:00/),
        source: 'auto',
        files: ['gone.csv'],
        message,
      },
    ])
  } finally {
    await server.close()
    await installation.remove()
  }
})

test('the latest 1,000 failed imports are stored, 100 of an account, and it sees 50', async () => {
  const installation = await openClocked()
  try {
    const { failedImports, call } = installation
    for (const username of ['one', 'two']) await call(createAccount, { username })
    const [one, two] = await installation.accounts.list()
    for (let nth = 0; nth < 1_002; nth++) {
      await failedImports.record({
        failedAtMs: nth,
        accountId: nth % 10 === 0 ? one!.id : null,
        source: 'auto',
        files: [`${nth} "é", '.csv`],
        why: { code: 'no_rows', facts: { file: `${nth}\0` } },
        settings: { day: `${nth}` },
      })
    }
    const kept = await failedImports.ofAccount(one!.id, 1_000)
    expect(kept.map(({ failedAtMs }) => failedAtMs)).toEqual(
      Array.from({ length: 100 }, (_, nth) => 1_000 - 10 * nth),
    )
    expect(kept[0]).toEqual({
      id: 1_001,
      settings: { day: '1000' },
      failedAtMs: 1_000,
      accountId: one!.id,
      source: 'auto',
      files: [`1000 "é", '.csv`],
      why: { code: 'no_rows', facts: { file: '1000\0' } },
    })
    for (let nth = 0; nth < 120; nth++) {
      const facts = { file: 'a.csv' }
      await failedImports.record({
        failedAtMs: nth,
        accountId: two!.id,
        source: 'auto',
        files: [],
        why: { code: 'no_rows', facts },
        settings: {},
      })
    }
    const ofTwo = await failedImports.ofAccount(two!.id, 1_000)
    expect(ofTwo.map(({ failedAtMs }) => failedAtMs)).toEqual(
      Array.from({ length: 100 }, (_, nth) => 119 - nth),
    )
    const earlier = { failedAtMs: 2_000, accountId: one!.id, source: 'auto', files: ['a.csv'] }
    await failedImports.record({ ...earlier, settings: {}, why: 'As release 0.1\nworded it.' })
    const server = serveReports(installation)
    await setPasswords(installation, { one: passwords.acme })
    const failed = await failedOf(await signedIn(server, 'one', passwords.acme))
    expect(failed).toHaveLength(50)
    expect(failed.slice(0, 2)).toMatchObject([
      { message: 'As release 0.1\nworded it.' },
      { message: '1000\0: The file has no rows' },
    ])
    await server.close()
  } finally {
    await installation.remove()
  }
})
