import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type Installation, openInstallation } from '../../src/compose/installation.ts'
import { dataDirectory } from '../../src/config/data-directory.ts'
import { noServers, type Servers } from '../../src/config/servers.ts'
import { createAccount } from '../../src/use-cases/create-account.ts'
import { importApps } from '../../src/use-cases/import-apps.ts'
import { importFigures } from '../../src/use-cases/import-figures.ts'
import { closeMonth } from '../../src/use-cases/money/close-month.ts'
import { addStatement } from '../../src/use-cases/money/import-statements.ts'
import { reopenMonth } from '../../src/use-cases/money/reopen-month.ts'
import { showClose } from '../../src/use-cases/money/show-close.ts'
import { showJournal } from '../../src/use-cases/money/show-journal.ts'
import { showMoney } from '../../src/use-cases/money/show-money.ts'
import { Refusal } from '../../src/values/refusal.ts'
import { newFolder } from '../fixtures/new-folder.ts'
import { shareClickhouse } from './share-clickhouse.ts'
import { sharePostgres } from './share-postgres.ts'

const clickhouse = shareClickhouse()
const postgres = sharePostgres()

async function open(servers: Servers, secretFile: string | null = null): Promise<Installation> {
  const directory = dataDirectory(await newFolder(), servers, secretFile)
  const now = () => new Date('2026-06-10T12:00:00Z')
  const installation = await openInstallation(directory, { use: 'serve', now })
  onTestFinished(() => installation.close())
  return installation
}

async function fileOf(text: string) {
  const path = join(await newFolder(), 'file.csv')
  await writeFile(path, text)
  return { name: 'file.csv', path }
}

async function figures({ call }: Installation, ...rows: readonly string[]) {
  const text = ['date,app_id,network,format,country,impressions,revenue', ...rows].join('\n')
  await call(importFigures, {}, { files: [await fileOf(`${text}\n`)] })
}

const statement = (text: string) => ({
  account: 'studio',
  file: {
    name: 'statement.csv',
    text: `network,period,kind,amount,currency,date,reference\n${text}\n`,
  },
})

const march = { username: 'studio', month: '2026-03' }
const april = { username: 'studio', month: '2026-04' }

/** The same months, each step on one of two installations. */
async function keepBooks(one: Installation, other: Installation) {
  await one.call(createAccount, { username: 'studio' })
  const apps = 'app_id,publisher,app_name,platform\nhop,studio,Hop,ios\nzap,studio,Zap,ios\n'
  await one.call(importApps, {}, { files: [await fileOf(apps)] })
  await figures(
    one,
    '2026-03-31,hop,admob,video,US,10,100.000001',
    '2026-03-31,zap,admob,video,US,10,50',
    '2026-04-30,hop,admob,video,US,10,70',
  )
  await other.call(addStatement, statement('admob,2026-03,earnings,149.5,USD,2026-03-31,INV 3'))
  await other.call(closeMonth, { ...march, allowMissing: true })
  await figures(one, '2026-03-31,hop,admob,video,US,10,90')
  await one.call(addStatement, statement('admob,,payment,149.5,USD,2026-04-26,INV 3'))
  await one.call(addStatement, statement(',,payment,3,USD,2026-05-01,TRANSFER'))
  const closing = [one, other].map(({ call }) => call(closeMonth, { ...april, allowMissing: true }))
  return Promise.allSettled(closing)
}

const booksOf = async ({ call, settlementTotals }: Installation) => ({
  totals: await settlementTotals(),
  money: await call(showMoney, { username: 'studio' }),
  march: await call(showClose, march),
  journal: await call(showJournal, { username: 'studio' }),
})

test('two servers keep the same books, which are those of one process with embedded stores', async () => {
  const servers = {
    ...noServers,
    clickhouse: clickhouse.newDatabase(),
    databaseUrl: await postgres().createDatabase(),
  }
  const secret = join(await newFolder(), 'secret.key')
  const [first, second] = [await open(servers, secret), await open(servers, secret)]
  const closes = await keepBooks(first, second)
  expect(closes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const refused = closes.find(({ status }) => status === 'rejected') as PromiseRejectedResult
  expect(refused.reason).toBeInstanceOf(Refusal)
  expect(refused.reason).toMatchObject({ code: 'month_closed' })

  const embedded = await open(noServers)
  await keepBooks(embedded, embedded)
  const books = await booksOf(embedded)
  expect(books.money.months).toMatchObject([
    {
      month: '2026-03',
      state: 'paid',
      reported: '150.000001',
      restated: '-10.000001',
      billed: '149.5',
      unexplained: '-9.5',
      paid: '149.5',
      open: '0',
    },
    { month: '2026-04', state: 'closed', reported: '70', billed: null, open: null },
  ])
  expect(books.totals).toEqual({
    waitingLines: 1,
    lastCloseMs: Date.parse('2026-06-10T12:00:00Z'),
  })
  expect(books.march.rows).toHaveLength(2)
  expect(await booksOf(first)).toEqual(books)
  expect(await booksOf(second)).toEqual(books)

  await second.call(reopenMonth, april)
  expect((await first.call(showMoney, { username: 'studio' })).states).toEqual([
    { month: '2026-03', state: 'paid' },
    { month: '2026-04', state: 'open' },
  ])
})
