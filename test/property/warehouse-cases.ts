import fc from 'fast-check'
import { expect } from 'vitest'
import type { FactKind } from '../../src/facts/fact-kind.ts'
import { type FactName, factKinds, factNames } from '../../src/facts/kinds.ts'
import { allFiguresOf } from '../../src/ledger/figure-ledger.ts'
import { findMismatch } from '../../src/use-cases/destinations/proof.ts'
import { type Shipment, shipAccount } from '../../src/use-cases/destinations/ship-account.ts'
import { type Day, formatDay, parseDay } from '../../src/values/day.ts'
import { formatMicros } from '../../src/values/decimal.ts'
import type { Warehouse } from '../../src/warehouse/warehouse.ts'
import type { ImportSite } from '../import/import-site.ts'
import { checkBatches } from './batches.ts'
import { type DrawnAccount, drawnEvent, happen, newAccounts } from './drawn-histories.ts'

/** A warehouse under test, and its rows as anybody else reads them. */
export interface TestWarehouse {
  readonly open: () => Promise<Warehouse>
  /** Whether it has only current rows. */
  readonly isWithoutHistory?: boolean
  /** All cells as text. */
  readonly rows: (sql: string) => Promise<readonly (readonly unknown[])[]>
}

const never = new AbortController().signal

/** Brings the copy of an account to the last entry. */
export async function shipTo(
  site: ImportSite,
  warehouse: Warehouse,
  username: string,
  options: Partial<Shipment> = {},
) {
  const { ledger, sliceFigures, apps, horizons, figures, accounts } = site.installation
  const account = await accounts.get(username)
  const { generation, entry } = await figures.states.asOf(null)
  const sources = {
    ledger,
    sliceFigures,
    appsOf: (id: number) => apps.everOfAccount(id),
    settlementOf: async () => ({ version: 0, terms: [], imports: [], lines: [], closes: [] }),
    horizon: () => horizons.current(),
  }
  return shipAccount(sources, {
    warehouse,
    account,
    installation: await ledger.identity(),
    target: { generation, entry },
    keepsHistory: true,
    isRefilled: false,
    assertLease: async () => undefined,
    onStep: async () => undefined,
    signal: never,
    ...options,
  })
}

/** The rows of an account after an entry as Adtally has them, as lines of text. */
async function sourceRows(
  { installation }: ImportSite,
  { id, username }: DrawnAccount,
  kind: FactKind,
  entry: number,
): Promise<string[]> {
  const apps = new Map((await installation.apps.everOfAccount(id)).map((app) => [app.key, app]))
  const days = { firstDay: parseDay('2000-01-01')!, lastDay: parseDay('2100-01-01')! }
  const selection = { kind, scope: allFiguresOf(id), days, entry }
  const lines: string[] = []
  for await (const rows of installation.sliceFigures.read(selection, never)) {
    for (let row = 0; row < rows.rowCount; row++) {
      const bit = (column: string) => 1 << kind.optionalNumbers.indexOf(column)
      const isKnown = (column: string) =>
        !kind.optionalNumbers.includes(column) || (rows.known[row]! & bit(column)) !== 0
      const cell = (column: string, text: (value: bigint) => string) =>
        isKnown(column) ? text(rows.sums[column]![row]!) : '-'
      lines.push(
        [
          username,
          formatDay(rows.day[row]! as Day),
          apps.get(rows.app[row]!)!.appId,
          ...Object.keys(kind.labels).map((label) => rows.names[label]![rows.codes[label]![row]!]),
          ...kind.countNames.map((name) => cell(name, String)),
          ...kind.moneyNames.map((name) => cell(`${name}_micros`, formatMicros)),
        ].join(' '),
      )
    }
  }
  return lines.sort()
}

const columnsOf = (kind: FactKind): string[] => [
  ...['account', 'date', 'app_id'],
  ...Object.entries(kind.labels).map(([name, { shownAs = name }]) => shownAs),
  ...kind.countNames,
  ...kind.moneyNames,
]

async function copiedRows(
  warehouse: TestWarehouse,
  kind: FactKind,
  account: string,
  table = kind.name,
  condition = 'true',
): Promise<string[]> {
  const cells = columnsOf(kind).map((name) => `CAST(${name} AS TEXT)`)
  const rows = await warehouse.rows(
    `SELECT ${cells.join(', ')} FROM ${table} WHERE account = '${account}' AND ${condition}`,
  )
  const money = kind.moneyNames.length
  const textOf = (cell: unknown, isMoney: boolean): string => {
    if (cell === null) return '-'
    // Some engines leave out the last zeros.
    return isMoney && String(cell).includes('.') ? String(cell).replace(/\.?0+$/, '') : String(cell)
  }
  return rows
    .map((row) => row.map((cell, place) => textOf(cell, place >= row.length - money)).join(' '))
    .sort()
}

/** A copy equals the source, cell by cell: now, and after every entry that it passed. */
async function expectCopy(
  site: ImportSite,
  warehouse: TestWarehouse,
  account: DrawnAccount,
  kind: FactKind,
  since: number,
) {
  const { figures, ledger } = site.installation
  const { entry } = await figures.states.asOf(null)
  expect(await copiedRows(warehouse, kind, account.username)).toEqual(
    await sourceRows(site, account, kind, entry),
  )
  if (warehouse.isWithoutHistory) return
  await expectChanges(warehouse, account, kind)
  for (const { id } of await ledger.entriesOf(allFiguresOf(account.id), null, 30)) {
    if (id < since) continue
    const then = `valid_from_entry <= ${id} AND (valid_to_entry IS NULL OR valid_to_entry > ${id})`
    const past = await copiedRows(warehouse, kind, account.username, `${kind.name}_history`, then)
    expect(past).toEqual(await sourceRows(site, account, kind, id))
  }
}

/** What all entries changed adds up to what is there. */
async function expectChanges(warehouse: TestWarehouse, { username }: DrawnAccount, kind: FactKind) {
  for (const name of [...kind.countNames, ...kind.moneyNames]) {
    const of = `WHERE account = '${username}'`
    const total = (sum: string) => `CAST(coalesce(${sum}, 0) AS DECIMAL(38, 6))`
    const [changed] = await warehouse.rows(
      `SELECT CAST(${total(`sum(${name}_after)`)} - ${total(`sum(${name}_before)`)} AS TEXT) FROM ${kind.name}_changes ${of}`,
    )
    const [now] = await warehouse.rows(
      `SELECT CAST(${total(`sum(${name})`)} AS TEXT) FROM ${kind.name} ${of}`,
    )
    expect(changed, name).toEqual(now)
  }
}

/** Drawn histories of some accounts: the copy is theirs, whenever it was last brought up to date. */
export async function checkCopies(
  site: ImportSite,
  warehouse: TestWarehouse,
  kindName: FactName,
): Promise<void> {
  const kind: FactKind = factKinds[kindName]
  const options = { keepsHistory: !warehouse.isWithoutHistory }
  const events = fc.array(fc.record({ what: drawnEvent, ships: fc.nat(3) }), {
    minLength: 3,
    maxLength: 9,
  })
  await checkBatches(fc.noBias(events), async (steps) => {
    const accounts = await newAccounts(site)
    const opened = await warehouse.open()
    try {
      await opened.prepare()
      for (const { what, ships } of steps) {
        await happen(what, site, accounts, kindName)
        for (const [nth, { username }] of accounts.entries()) {
          if (nth % 4 === ships) await shipTo(site, opened, username, options)
        }
      }
      for (const { username } of accounts) {
        await shipTo(site, opened, username, options)
        const kinds = factNames.map((name) => factKinds[name])
        expect(await findMismatch(opened, username, kinds)).toBeNull()
      }
    } finally {
      await opened.close()
    }
    for (const account of accounts) await expectCopy(site, warehouse, account, kind, 0)
  })
}
