import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readFigures } from './read-figures.ts'
import { adtally, adtallyJson, adtallyWorks, expectOneClearLine, until } from './run-adtally.ts'
import { launch } from './spawn-adtally.ts'
import { newFolder, newStudio } from './studio.ts'

const yesterday = () => new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)

const microsOf = (lines: readonly string[], day: string) =>
  lines
    .filter((line) => line.startsWith(day))
    .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
const daysOf = (lines: readonly string[]) => [...new Set(lines.map((line) => line.slice(0, 10)))]

test('a demo ends yesterday; the same seed gives the same data, another seed gives other data', async () => {
  const cwd = await newFolder()
  const size = ['demo', '--apps', '2', '--days', '8']
  expect(await adtallyWorks([...size, '--seed', '7'], { cwd })).toContain('serve --demo')
  await adtallyWorks([...size, '--seed', '7', '--data-dir', 'same'], { cwd })
  await adtallyWorks([...size, '--seed', '8', '--data-dir', 'other'], { cwd })
  // It has its own directory, never that of real data.
  const first = await readFigures(join(cwd, 'demo-data'))
  expect(daysOf(first).at(-1)).toBe(yesterday())
  expect(daysOf(first)).toHaveLength(8)
  expect(new Set(first.map((line) => line.split(' ')[1])).size).toBe(2)
  expect(await readFigures(join(cwd, 'same'))).toEqual(first)
  expect(await readFigures(join(cwd, 'other'))).not.toEqual(first)

  // A second run has nothing to do; another size is refused and changes nothing.
  const again = await adtallyWorks([...size, '--seed', '7'], { cwd })
  expect(again).toContain('up to date')
  // Without options, the demo keeps its size.
  expect(await adtallyWorks(['demo'], { cwd })).toContain('up to date')
  const line = expectOneClearLine(await adtally([...size, '--seed', '9'], { cwd }))
  expect(line).toContain('seed 7')
  expect(await readFigures(join(cwd, 'demo-data'))).toEqual(first)
  const accounts = await adtallyJson(['accounts', 'list', '--data-dir', 'demo-data'], { cwd })
  expect(accounts).toMatchObject([{ username: 'demo' }])
})

test('a demo in euros has the figures of one in dollars, at the stored rate of each day', async () => {
  const cwd = await newFolder()
  const size = ['demo', '--apps', '2', '--days', '9', '--data-dir']
  await adtallyWorks([...size, 'dollars'], { cwd })
  await adtallyWorks([...size, 'euros', '--currency', 'EUR'], { cwd })
  const listing = ['rates', 'list', '--data-dir', 'euros']
  const rates = (await adtallyJson(listing, { cwd })) as { day: string; rate: string }[]
  const [dollars, euros] = await Promise.all([
    readFigures(join(cwd, 'dollars')),
    readFigures(join(cwd, 'euros')),
  ])
  expect(daysOf(euros)).toHaveLength(9)
  for (const day of daysOf(euros)) {
    const ofDay = dollars.filter((line) => line.startsWith(day))
    const { rate } = rates.find((one) => one.day <= day)!
    // Each row is rounded to a micro.
    const difference = microsOf(euros, day) - microsOf(dollars, day) / Number(rate)
    expect(Math.abs(difference), day).toBeLessThanOrEqual(ofDay.length)
  }
  expect(await adtallyWorks(['demo', '--data-dir', 'euros'], { cwd })).toContain('up to date')
  const other = expectOneClearLine(await adtally([...size, 'euros', '--currency', 'USD'], { cwd }))
  expect(other).toContain('a demo in EUR')
  const unknown = await adtally([...size, 'new', '--currency', 'CHF'], { cwd })
  expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining('USD, EUR, GBP, JPY') })
})

test.each(['demo', 'serve --demo --port 0'])(
  '%s never mixes real data with a demo',
  async (command) => {
    const { options } = await newStudio()
    const outcome = await adtally(command.split(' '), options)
    expect(expectOneClearLine(outcome)).toContain('--data-dir')
    expect(await adtallyJson(['accounts', 'list'], options)).toMatchObject([{ username: 'studio' }])
  },
)

test('a taken port is told before a demo is prepared', async () => {
  const cwd = await newFolder()
  const taken = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void taken.close())
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  const outcome = await adtally(['serve', '--demo', '--port', String(port)], { cwd })
  expect(expectOneClearLine(outcome)).toContain('--port')
  expect(existsSync(join(cwd, 'demo-data', 'demo.json'))).toBe(false)
})

test('a demo that is killed at any point is completed by the next run', async () => {
  const cwd = await newFolder()
  const args = ['demo', '--apps', '2', '--days', '40', '--data-dir', 'killed']
  for (const phase of ['begun', 'reading:', 'writing:']) {
    const { child, output, exited } = launch(args, { cwd })
    const note = join(cwd, 'killed', 'demo.json')
    const reached = () => (phase === 'begun' ? existsSync(note) : output.stderr.includes(phase))
    await until(() => (reached() || child.exitCode !== null ? true : null))
    child.kill('SIGKILL')
    await exited
  }
  await adtallyWorks(args, { cwd })
  await adtallyWorks([...args.slice(0, -1), 'whole'], { cwd })
  const figures = await readFigures(join(cwd, 'killed'))
  expect(figures).toEqual(await readFigures(join(cwd, 'whole')))
  expect(figures.length).toBeGreaterThan(1_000)
})
