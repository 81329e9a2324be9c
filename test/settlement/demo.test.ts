import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoDefaults } from '../../src/demo/demo-size.ts'
import { installDemo, demoUsername as username } from '../../src/demo/install-demo.ts'
import { closeMonth } from '../../src/use-cases/money/close-month.ts'
import { listLines } from '../../src/use-cases/money/list-lines.ts'
import { reopenMonth } from '../../src/use-cases/money/reopen-month.ts'
import { setTerms } from '../../src/use-cases/money/set-terms.ts'
import { showJournal } from '../../src/use-cases/money/show-journal.ts'
import { showMoney } from '../../src/use-cases/money/show-money.ts'
import type { LineView } from '../../src/use-cases/money/statement-view.ts'
import { queryReport } from '../../src/use-cases/report/query-report.ts'
import { dayOf } from '../../src/values/day.ts'
import { type ClockedInstallation, openClocked } from '../fixtures/moving-clock.ts'

// A demo of three apps, whose clock begins at noon of 10 March 2026. Each test goes on where the one before ended.
let installation: ClockedInstallation

const size = { ...demoDefaults, apps: 3, days: 240 }

const install = (of = size) => {
  const { call, root, now } = installation
  const services = { call, notePath: join(root, 'demo.json'), workDirectory: join(root, 'work') }
  const today = dayOf(now().getTime())
  return installDemo(of, { ...services, today }, () => undefined)
}
const linesNow = () => installation.call(listLines, { username, limit: 10_000 })
const moneyNow = () => installation.call(showMoney, { username })

beforeAll(async () => {
  installation = await openClocked()
  await install()
})
afterAll(() => installation.remove())

test('reports have the closed and paid revenue of the page, and its ratios', async () => {
  // Payments of this month are not due yet, so it is not part of ratios.
  const january = { username, month: '2026-01' }
  await installation.call(closeMonth, { ...january, allowMissing: true })
  const { months } = await moneyNow()
  const question = {
    start_date: ['2025-07-01'],
    end_date: ['2026-01-31'],
    dimensions: ['month', 'network'],
    metrics: ['revenue_closed', 'revenue_paid', 'paid_ratio'],
  }
  const { rows } = await installation.call(queryReport, { username, question })
  const closed = months.filter(({ state }) => state !== 'open')
  expect(closed.length).toBeGreaterThan(20)
  expect(closed.some(({ paid_ratio: ratio }) => ratio !== null)).toBe(true)
  expect(rows).toEqual(
    closed.map(({ month, network, reported, paid, paid_ratio: ratio }) => [
      `${month}-01`,
      network,
      reported,
      paid,
      ratio,
    ]),
  )
  const undue = closed.filter(({ month, paid_ratio: ratio }) => month > '2025-12' && ratio === null)
  expect(undue.some(({ paid }) => paid !== null)).toBe(true)
  await installation.call(reopenMonth, january)
})

test('all months up to three months ago are closed, and their journal balances', async () => {
  const { states } = await moneyNow()
  expect(states.map(({ month, state }) => `${month} ${state === 'open'}`)).toEqual([
    ...['2025-07 false', '2025-08 false', '2025-09 false', '2025-10 false', '2025-11 false'],
    ...['2025-12 false', '2026-01 true', '2026-02 true', '2026-03 true'],
  ])
  const lines = await installation.call(showJournal, { username })
  const sum = (side: 'debit' | 'credit') =>
    lines.reduce((total, line) => total + Math.round(Number(line[side]) * 1e6), 0)
  expect(sum('debit')).toBe(sum('credit'))
  expect(sum('debit')).toBeGreaterThan(0)
})

test('networks bill 96 to 100 % of what they reported; all but the troubled months are paid', async () => {
  const { months, expected } = await moneyNow()
  const billed = months.filter((month) => month.billed !== null)
  expect(billed).toHaveLength(63)
  for (const { network, month, billed: bill, reported } of billed) {
    const share = Number(bill) / Number(reported)
    expect(share > 0.959 && share < 1.001, `${network} ${month} ${share}`).toBe(true)
  }
  const late = expected.filter(({ late_days: days }) => days > 0)
  expect(late.map((one) => `${one.network} ${one.months[0]!.month} ${one.late_days}`)).toEqual([
    'ironsource 2025-09 101',
    'applovin 2025-10 100',
    'facebook 2026-01 17',
    'vungle 2025-12 9',
  ])
})

test('a payment is short, one is missing, one waits, one is for two months; traffic was invalid', async () => {
  const { months, waiting_lines: waiting } = await moneyNow()
  const of = (network: string, month: string) =>
    months.find((one) => one.network === network && one.month === month)!
  const short = of('applovin', '2025-10')
  expect(Number(short.open) / (Number(short.billed) - Number(short.tax))).toBeCloseTo(0.12, 3)
  expect(of('ironsource', '2025-09').paid).toBe('0')
  expect(of('ironsource', '2025-08').open).toBe('0')
  expect(of('admob', '2025-11')).toMatchObject({
    deductions: [{ reason: 'invalid traffic' }],
    open: '0',
  })
  expect(waiting).toBe(1)
  const lines = await linesNow()
  expect(lines.filter(({ parts }) => parts.length === 0)).toMatchObject([
    { kind: 'payment', network: null, amount: of('facebook', '2026-01').open },
  ])
  expect(
    lines.some(({ network, parts }) => network === 'ownnet_exchange' && parts.length > 1),
  ).toBe(true)
  expect(of('unityads', '2025-11')).toMatchObject({ currency: 'EUR', open_in_currency: '0' })
  expect(of('unityads', '2025-11').exchange).not.toBe('0')
})

const contentOf = ({ id, kind, amount, reference, parts }: LineView) =>
  JSON.stringify({ id, kind, amount, reference, parts })

/** Installs some days later. @returns the lines that came; those before are as they were */
async function linesAfter(days: number): Promise<LineView[]> {
  const before = await linesNow()
  installation.pass(days * 86_400)
  expect(await install()).toBe(true)
  const after = await linesNow()
  const ids = new Set(before.map(({ id }) => id))
  expect(after.filter(({ id }) => ids.has(id)).map(contentOf)).toEqual(before.map(contentOf))
  return after.filter(({ id }) => !ids.has(id))
}

test('a second installation on a day adds nothing; after an interrupted one, nothing comes twice', async () => {
  const before = await linesNow()
  expect(await install()).toBe(false)
  expect(await linesNow()).toEqual(before)
  const path = join(installation.root, 'demo.json')
  const note = JSON.parse(await readFile(path, 'utf8'))
  await writeFile(path, JSON.stringify({ ...note, lastDay: '2026-02-20' }))
  const added = await linesAfter(5)
  expect(added.map(({ kind, date }) => `${date} ${kind}`)).toEqual(['2026-03-10 earnings'])
})

test('later installations add what is new, and close the next month', async () => {
  const added = await linesAfter(27)
  expect(added.length).toBeGreaterThan(10)
  expect(added.every(({ date }) => date >= '2026-03-15' && date < '2026-04-11')).toBe(true)
  const { states, waiting_lines: waiting } = await moneyNow()
  expect(states.findLast(({ state }) => state !== 'open')?.month).toBe('2026-01')
  expect(waiting).toBe(1)
})

test('terms that a user set come before the lines of the demo; its figures come all the same', async () => {
  const own = { username, network: 'admob', from: '2026-04', currency: 'EUR' }
  await installation.call(setTerms, own)
  installation.pass(40 * 86_400)
  expect(await install()).toBe(true)
  const { months } = await moneyNow()
  expect(
    months.find(({ network, month }) => network === 'admob' && month === '2026-04'),
  ).toMatchObject({ billed: null, reported: expect.any(String) })
})
