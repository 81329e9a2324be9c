import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { addDays, dayCount, dayOf, formatDay } from '../../src/values/day.ts'
import { firstDayOfMonth, formatMonth, lastDayOfMonth } from '../../src/values/months.ts'
import { stdoutOf } from '../cli/run-adtally.ts'
import { spawnAdtally } from '../cli/spawn-adtally.ts'

// From an empty account to closed months, with the installed command. Each test goes on where the one before ended.

const { script } = inject('installed')

/** The last two months that are over: the first is billed and paid in the second. */
const nextMonth = firstDayOfMonth(addDays(firstDayOfMonth(dayOf(Date.now())), -1))
const firstDay = firstDayOfMonth(addDays(nextMonth, -1))
const days = dayCount({ firstDay, lastDay: lastDayOfMonth(firstDay) })
const [first, next] = [formatMonth(firstDay), formatMonth(nextMonth)]

const perDay = { admob: 4.25, vungle: 1.1 }
const reported = perDay.admob * days
const billed = reported - 2
const paid = billed - 1.5

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'adtally-first-month-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const run = (args: readonly string[]) => spawnAdtally(args, { cwd: folder, script })
const adtally = async (...args: readonly string[]) => stdoutOf(await run(args))
const json = async (...args: readonly string[]) => JSON.parse(await adtally(...args, '--json'))
const write = (name: string, lines: readonly string[]) =>
  writeFile(join(folder, name), `${lines.join('\n')}\n`)

const figuresHeader = 'date,app_id,network,format,country,impressions,revenue'

/** What is known of a network's first month. */
const ofFirst = async (network: string) => {
  const { months } = await json('money', 'studio', '--from', first, '--to', first)
  return months.find((one: { network: string }) => one.network === network)
}

test('an account gets figures of two months, and terms', async () => {
  await adtally('accounts', 'create', 'studio')
  await write('apps.csv', ['app_id,publisher,app_name,platform', 'hop,studio,Hop,android'])
  await adtally('import', 'apps', 'apps.csv')
  const all = lastDayOfMonth(nextMonth) - firstDay + 1
  const rows = Array.from({ length: all }, (_, index) => formatDay(addDays(firstDay, index)))
  const figures = rows.flatMap((day) =>
    Object.entries(perDay).map(
      ([network, revenue]) => `${day},hop,${network},banner,US,9,${revenue}`,
    ),
  )
  await write('figures.csv', [figuresHeader, ...figures])
  await adtally('import', 'stats', 'figures.csv')
  const terms = ['--net-days', '26', '--minimum', '50']
  expect(await adtally('terms', 'set', 'studio', 'admob', first, ...terms)).toBe(
    `admob from ${first}: net 26 in USD, from a balance of 50 on, fees 0 % + 0 USD, 0 % withheld.\n`,
  )
  expect(await ofFirst('admob')).toMatchObject({ reported: String(reported), billed: null })
})

test('a statement is shown in a preview, then imported once; the money is settled', async () => {
  const bill = `admob,${first}`
  await write('admob.csv', [
    'network,period,kind,amount,currency,date,reference,reason',
    `${bill},earnings,${billed},USD,${next}-08,INV-1,`,
    `${bill},adjustment,-1.5,USD,${next}-14,INV-1,invalid traffic`,
    `admob,,payment,${paid},USD,${next}-26,INV-1,`,
  ])
  const preview = await adtally('statements', 'import', 'studio', 'admob.csv', '--dry-run')
  expect(preview).toMatch(new RegExp(`payment +${paid} USD +admob ${first} +INV-1\\n`))
  expect(preview).toMatch(/\nNothing was imported\.\n$/)
  expect(await json('statements', 'list', 'studio')).toEqual([])

  const imported = await adtally('statements', 'import', 'studio', 'admob.csv')
  expect(imported).toMatch(/\nTo undo it: adtally statements undo studio S1\n$/)
  const again = await adtally('statements', 'import', 'studio', 'admob.csv')
  expect(again).toBe('admob.csv: imported before as S1; nothing was done.\n')
  expect(await ofFirst('admob')).toMatchObject({
    reported: String(reported),
    billed: String(billed),
    unexplained: '2',
    deductions: [{ reason: 'invalid traffic', amount: '1.5' }],
    paid: String(paid),
    open: '0',
    late_days: 0,
  })
})

test('a month is closed after a preview; the current one is not over yet', async () => {
  const preview = await adtally('months', 'close', 'studio', first, '--dry-run')
  expect(preview).toMatch(new RegExp(`^admob +${reported} USD$`, 'm'))
  expect(preview).toMatch(/\nNothing was closed\.\n$/)
  expect((await ofFirst('admob')).state).toBe('open')

  expect(await adtally('months', 'close', 'studio', first, '--yes')).toContain(
    `${first} is closed at import 1`,
  )
  expect((await ofFirst('admob')).state).toBe('paid')
  const later = await run(['months', 'close', 'studio', formatMonth(dayOf(Date.now())), '--yes'])
  expect(later).toMatchObject({ code: 1, stderr: expect.stringContaining('is not over') })
})

test('a later restatement changes nothing of the closed month: the next one books it', async () => {
  const day = formatDay(addDays(firstDay, 9))
  await write('later.csv', [figuresHeader, `${day},hop,admob,banner,US,9,${perDay.admob - 1}`])
  await adtally('import', 'stats', 'later.csv')
  expect(await ofFirst('admob')).toMatchObject({
    reported: String(reported),
    restated: '-1',
    unexplained: '1',
    restatements: [{ import: 2, amount: '-1', line: null }],
  })
  const shown = await json('months', 'show', 'studio', first)
  expect(shown.rows).toContainEqual({
    network: 'admob',
    app_id: 'hop',
    date: day,
    revenue: String(perDay.admob),
  })
  const preview = await adtally('months', 'close', 'studio', next, '--dry-run')
  expect(preview).toContain(`Also books -1 USD of admob, ${first}, by import 2.\n`)
  expect(preview).toContain('Books 3 lines of statements.\n')
  await adtally('months', 'close', 'studio', next, '--yes')
})

test('a statement that a close uses is not undone; the last close can be withdrawn', async () => {
  const undo = ['statements', 'undo', 'studio', 'S1']
  const refused = await run(undo)
  expect(refused).toMatchObject({ code: 1, stdout: '' })
  expect(refused.stderr).toContain(`The close of ${next} uses lines of the statement import S1.`)
  const earlier = await run(['months', 'reopen', 'studio', first])
  expect(earlier.stderr).toContain(`adtally months reopen studio ${next}`)
  await adtally('months', 'reopen', 'studio', next)
  await adtally('months', 'close', 'studio', next, '--yes')
  expect((await run(undo)).code).toBe(1)
})

test('both sides of each event in the journal are equal', async () => {
  const [header, ...rows] = (await adtally('months', 'journal', 'studio')).trimEnd().split('\n')
  expect(header).toBe('date,account,debit,credit,currency,reference')
  const lines = rows.map((row) => row.split(','))
  const events = Map.groupBy(lines, ([date, account, , , , reference]) =>
    [date, account!.split(':')[1], reference].join(' '),
  )
  const micros = (amount: string | undefined) => Math.round(Number(amount) * 1e6)
  for (const [event, own] of events) {
    const sides = own.map(([, , debit, credit]) => micros(debit) - micros(credit))
    expect(
      sides.reduce((sum, side) => sum + side),
      event,
    ).toBe(0)
  }
  const totals = Object.groupBy(lines, ([, account]) => account!)
  const balanceOf = (account: string) =>
    totals[account]!.reduce((sum, [, , debit, credit]) => sum + micros(debit) - micros(credit), 0)
  expect(balanceOf('bank:admob')).toBe(micros(String(paid)))
  expect(balanceOf('receivable:admob')).toBe(0)
  expect(balanceOf('deductions:admob')).toBe(1_500_000)
  const admob = 4_250_000 * (lastDayOfMonth(nextMonth) - firstDay + 1) - 1_000_000
  expect(balanceOf('revenue:admob')).toBe(-admob)
  expect([...events.keys()]).toContain(
    `${formatDay(lastDayOfMonth(nextMonth))} admob restated ${first} by import 2`,
  )
})
