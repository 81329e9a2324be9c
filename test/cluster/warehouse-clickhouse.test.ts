import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { factNames } from '../../src/facts/kinds.ts'
import { projectFolder } from '../../src/project-folder.ts'
import { addDestination } from '../../src/use-cases/destinations/add-destination.ts'
import { removeDestination } from '../../src/use-cases/destinations/remove-destination.ts'
import { showDestination } from '../../src/use-cases/destinations/show-destination.ts'
import { testDestination } from '../../src/use-cases/destinations/test-destination.ts'
import { addStatement } from '../../src/use-cases/money/import-statements.ts'
import { checkProject } from '../deploy/dbt/check-project.ts'
import { type ImportSite, openSite, shareSite } from '../import/import-site.ts'
import { isNight } from '../night.ts'
import { caseCount, propertyTimeoutMs } from '../property/batches.ts'
import { checkCopies, shipTo } from '../property/warehouse-cases.ts'
import { limitedDatabase, limitedPassword } from './clickhouse.ts'
import { shareClickhouse } from './share-clickhouse.ts'
import { askClickhouse, createClickhouseDatabase, openClickhouse } from './warehouse-clickhouse.ts'

const clickhouse = shareClickhouse()
const shared = shareSite()

let databases = 0
const newDatabase = () =>
  createClickhouseDatabase(clickhouse.servers().urls[0]!, `copy_${++databases}`)

const march = (revenue: string, app = 'zap-ios') => `2026-03-01,${app},admob,banner,US,1,${revenue}`

async function fill(site: ImportSite, address: string, options = {}, username = 'studio') {
  const warehouse = openClickhouse(address)
  try {
    await warehouse.prepare()
    return await shipTo(site, warehouse, username, options)
  } finally {
    await warehouse.close()
  }
}

test.each(isNight ? factNames : (['figures', 'cohorts'] as const))(
  `${caseCount} drawn histories of %s are in ClickHouse, cell by cell, after each entry`,
  { timeout: propertyTimeoutMs },
  async (kind) => {
    const address = await newDatabase()
    const rows = (sql: string) => askClickhouse(address, sql)
    await checkCopies(shared(), { open: async () => openClickhouse(address), rows }, kind)
  },
)

test("the dbt project's models and tests run on it", async () => {
  const site = await openSite()
  const address = await newDatabase()
  await checkProject(site, {
    fill: async () => void (await fill(site, address)),
    rows: (sql) => askClickhouse(address, sql),
    spoil: `ALTER TABLE adtally_figures_rows UPDATE impressions = impressions + 1 WHERE country = 'DE'
      SETTINGS mutations_sync = 2`,
  })
})

test('a copy without history has only current rows, also in its stored tables', async () => {
  const site = await openSite()
  const address = await newDatabase()
  const ask = (sql: string) => askClickhouse(address, sql)
  for (const revenue of ['1.5', '2.5', '0.5']) {
    await site.importLines([march(revenue), march('4', 'zap-android')])
    await fill(site, address, { keepsHistory: false })
  }
  const current = [
    ['zap-android', '4'],
    ['zap-ios', '0.5'],
  ]
  for (const table of ['figures', 'figures_history', 'adtally_figures_rows']) {
    expect(await ask(`SELECT app_id, revenue FROM ${table} ORDER BY app_id`), table).toEqual(
      current,
    )
  }
  expect(await ask('SELECT count() FROM adtally_figures_past')).toEqual([['0']])
  expect(await ask('SELECT count() FROM adtally_ends')).toEqual([['0']])
})

test('a copy that is filled again replaces the old one, whose rows are removed', async () => {
  const site = await openSite()
  const address = await newDatabase()
  const ask = (sql: string) => askClickhouse(address, sql)
  for (const revenue of ['1.5', '2.5']) {
    await site.importLines([march(revenue)])
    await fill(site, address)
  }
  const [before] = await ask('SELECT max(step) FROM adtally_steps')
  await fill(site, address, { isRefilled: true })
  const versions =
    'SELECT revenue, valid_from_entry, valid_to_entry FROM figures_history ORDER BY 2'
  expect(await ask(versions)).toEqual([
    ['1.5', '1', '2'],
    ['2.5', '2', null],
  ])
  for (const table of ['adtally_figures_rows', 'adtally_figures_past']) {
    expect(await ask(`SELECT count() FROM ${table} WHERE step <= ${before![0]}`)).toEqual([['0']])
  }
})

test('accounts of one database are apart, in their own currencies, and only one is filled again', async () => {
  const site = await openSite()
  const address = await newDatabase()
  const ask = (sql: string) => askClickhouse(address, sql)
  await site.importLines([march('1.5'), march('7', 'euro-app')])
  await fill(site, address)
  await fill(site, address, {}, 'euros')
  await fill(site, address, { isRefilled: true })
  expect(await ask('SELECT account, app_id, revenue FROM figures ORDER BY account')).toEqual([
    ['euros', 'euro-app', '7'],
    ['studio', 'zap-ios', '1.5'],
  ])
  expect(await ask('SELECT account, currency FROM adtally_state ORDER BY account')).toEqual([
    ['euros', 'EUR'],
    ['studio', 'USD'],
  ])
})

test('rows of steps that were cut off are not seen, and are removed with the next step', async () => {
  const site = await openSite()
  const address = await newDatabase()
  const ask = (sql: string) => askClickhouse(address, sql)
  await site.importLines([march('1.5')])
  await fill(site, address)
  await site.importLines([march('2.5')])
  let asked = 0
  // Everything of the step was sent, except its state.
  const assertLease = async () => {
    if (++asked === 2) throw new Error('The lease is lost.')
  }
  await expect(fill(site, address, { assertLease })).rejects.toThrow('The lease is lost.')
  const stored = 'SELECT revenue FROM adtally_figures_rows ORDER BY revenue'
  expect(await ask(stored)).toEqual([['1.5'], ['2.5']])
  expect(await ask('SELECT revenue FROM figures_history')).toEqual([['1.5']])
  expect(await ask('SELECT entry FROM adtally_state')).toEqual([['1']])
  expect(await ask('SELECT max(entry) FROM adtally_entries')).toEqual([['1']])
  await fill(site, address)
  expect(await ask(stored)).toEqual([['2.5']])
  expect(await ask('SELECT revenue FROM figures_history ORDER BY revenue')).toEqual([
    ['1.5'],
    ['2.5'],
  ])
})

test('two processes that fill the same copy at once leave one of them without effect', async () => {
  const site = await openSite()
  const address = await newDatabase()
  await site.importLines([march('1.5')])
  const both = [openClickhouse(address), openClickhouse(address)]
  await both[0]!.prepare()
  await both[1]!.prepare()
  const turns = await Promise.allSettled(both.map((one) => shipTo(site, one, 'studio')))
  const failed = turns.filter((turn) => turn.status === 'rejected')
  expect(failed.length).toBeLessThan(2)
  for (const turn of failed) expect(turn.reason.message).toContain('Another process')
  expect(await askClickhouse(address, 'SELECT count() FROM figures_history')).toEqual([['1']])
  await Promise.all(both.map((one) => one.close()))
})

test('a process that was overtaken while it filled a step commits nothing of it', async () => {
  const site = await openSite()
  const address = await newDatabase()
  await site.importLines([march('1.5')])
  await fill(site, address)
  await site.importLines([march('2.5')])
  let asked = 0
  const overtaken = fill(site, address, {
    // It stalls before it commits, and another process has its turn.
    assertLease: async () => {
      if (++asked === 2) await fill(site, address)
    },
  })
  await expect(overtaken).rejects.toThrow('Another process changed the copy meanwhile')
  const versions = 'SELECT revenue, valid_to_entry FROM figures_history ORDER BY valid_from_entry'
  expect(await askClickhouse(address, versions)).toEqual([
    ['1.5', '2'],
    ['2.5', null],
  ])
})

test.each([true, false])(
  'readers see the copy of one entry while steps follow each other, with history: %s',
  async (keepsHistory) => {
    const site = await openSite()
    const address = await newDatabase()
    const entries = 15
    const rows = 200
    // All rows of an entry have its number as impressions.
    for (let nth = 1; nth <= entries; nth++) {
      const lines = Array.from(
        { length: rows },
        (_, row) => `2026-03-01,zap-ios,net${row},banner,US,${nth},0.5`,
      )
      await site.importLines(lines)
      if (nth === 1) await fill(site, address, { keepsHistory })
    }
    const filling = new AbortController()
    const read = async () => {
      const seen = new Set<unknown>()
      while (!filling.signal.aborted) {
        const [found] = await askClickhouse(
          address,
          'SELECT count(), min(impressions), max(impressions) FROM figures',
        )
        const [count, least, most] = found!
        expect([count, most]).toEqual([String(rows), least])
        seen.add(least)
      }
      return seen
    }
    const readers = [read(), read()]
    await fill(site, address, { keepsHistory })
    if (keepsHistory) await fill(site, address, { isRefilled: true })
    filling.abort()
    const seen = await Promise.all(readers)
    expect(seen[0]!.size).toBeGreaterThan(1)
  },
)

test('the SQL of docs/warehouse.md runs in ClickHouse as it is', async () => {
  const site = await openSite()
  const address = await newDatabase()
  for (const revenue of ['1.5', '2.5']) {
    await site.importLines([march(revenue)])
    await fill(site, address)
  }
  const page = await readFile(join(projectFolder, 'docs/warehouse.md'), 'utf8')
  const queries = [...page.matchAll(/```sql\n(SELECT .*?);\n```/gs)].map(([, sql]) => sql!)
  expect(queries).toHaveLength(3)
  const answers: unknown[] = []
  for (const sql of queries) answers.push(await askClickhouse(address, sql))
  // Revenue and eCPM, the revenue of before April, and nothing that does not add up.
  expect(answers).toEqual([[['2026-03-01', 'admob', '2.5', '2500']], [['admob', '2.5']], []])
  await askClickhouse(
    address,
    'ALTER TABLE adtally_figures_rows UPDATE revenue = 9 WHERE true SETTINGS mutations_sync = 1',
  )
  expect(await askClickhouse(address, queries[2]!)).toEqual([['2026-03-01', '2.5', '9']])
})

test('a copy that others changed is filled again', async () => {
  const site = await privateSite()
  const address = await newDatabase()
  const ofCopy = { username: 'studio', name: 'copy' }
  await site.importLines([march('1.5')])
  await site.call(addDestination, { ...ofCopy, kind: 'clickhouse', address })
  await turn(site)
  expect(await site.call(testDestination, ofCopy)).toMatchObject({ error: null })
  await askClickhouse(
    address,
    'ALTER TABLE adtally_figures_rows UPDATE revenue = 9 WHERE true SETTINGS mutations_sync = 1',
  )
  expect(await site.call(testDestination, ofCopy)).toMatchObject({
    error: expect.stringContaining('revenue of figures in 2026-03 adds up to 9 where it was 1.5'),
  })
  await turn(site)
  expect(await site.call(testDestination, ofCopy)).toMatchObject({ error: null })
})

test('what a statement leaves open is unknown, not a day in 1970', async () => {
  const site = await privateSite()
  const address = await newDatabase()
  await site.importLines([march('1.5')])
  const text =
    'network,period,kind,amount,currency,date,reference,reason\n,,payment,4,USD,2026-03-09,T 4471,\n'
  await site.call(addStatement, { account: 'studio', file: { name: 'payments.csv', text } })
  await site.call(addDestination, { username: 'studio', name: 'copy', kind: 'clickhouse', address })
  await turn(site)
  const lines = 'SELECT network, month, amount, value, booked_in FROM statement_lines'
  expect(await askClickhouse(address, lines)).toEqual([[null, null, '4', null, null]])
})

test('a user with the rights of the docs fills a copy; others and wrong addresses are told why not', async () => {
  const site = await privateSite()
  const server = clickhouse.servers().urls[0]!
  const address = await createClickhouseDatabase(server, limitedDatabase)
  const as = (user: string, password: string) =>
    address.replace('//', `//${user}:${encodeURIComponent(password)}@`)
  await site.importLines([march('1.5')])
  const errorOf = async (name: string, address: string) => {
    await site.call(addDestination, { username: 'studio', name, kind: 'clickhouse', address })
    const { error } = await site.call(testDestination, { username: 'studio', name })
    expect(error ?? '').not.toContain(limitedPassword)
    return error
  }
  expect(await errorOf('filled', as('filler', limitedPassword))).toBeNull()
  await turn(site)
  expect(await site.call(showDestination, { username: 'studio', name: 'filled' })).toMatchObject({
    entry: 1,
    last_error: null,
  })
  const asReader = as('reader', limitedPassword)
  const revenue = 'SELECT revenue FROM figures'
  expect(await askClickhouse(asReader, revenue)).toEqual([['1.5']])
  // It sees that the copy adds up, but cannot fill it.
  expect(await errorOf('read', asReader)).toBeNull()
  await site.call(removeDestination, { username: 'studio', name: 'filled' })
  await site.importLines([march('2.5')])
  await turn(site)
  const read = await site.call(showDestination, { username: 'studio', name: 'read' })
  expect(read.last_error).toMatch(/^ClickHouse: .*Not enough privileges/)
  expect(await askClickhouse(asReader, revenue)).toEqual([['1.5']])
  expect(await errorOf('wrong', as('filler', 'wrong'))).toMatch(/^ClickHouse: .*Authentication/)
  expect(await errorOf('gone', `${address}_gone`)).toMatch(/^ClickHouse: .*does not exist/)
})

/** A site whose operator allows private hosts. */
async function privateSite(): Promise<ImportSite> {
  const site = await openSite()
  await site.close()
  site.directory = { ...site.directory, warehouses: { folder: null, allowPrivate: true } }
  await site.open()
  return site
}

/** One turn of all destinations, until its end. */
async function turn(site: ImportSite): Promise<void> {
  const shipper = site.installation.destinationShipper((message) => expect.unreachable(message))
  await shipper.turn(new AbortController().signal)
  await shipper.idle()
}
