import { type ChildProcess, spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { addDays, dayOf, formatDay } from '../../src/values/day.ts'
import { adtallyJson, baseUrlOf, readyText, signIn } from './run-adtally.ts'
import { newFolder } from './studio.ts'

const program = fileURLToPath(new URL('../fake-networks/demo.ts', import.meta.url))
const longestMs = 100_000

test('a newcomer sees connections at work: late, restated, held and refused', async () => {
  const cwd = await newFolder()
  const demo = start(cwd)
  const patient = { timeout: longestMs, interval: 500 }
  await expect.poll(() => readyText(demo.stdout()), patient).not.toBeNull()
  const options = { cwd }
  const list = () =>
    adtallyJson(['connections', 'list', '--data-dir', 'demo-networks-data'], options)
  const yesterday = addDays(dayOf(Date.now()), -1)
  const isIdle = ({ next_pull_at }: Listed) => !(Date.parse(next_pull_at!) <= Date.now())
  const isAllIdle = async () => ((await list()) as Listed[]).every(isIdle)
  await expect.poll(isAllIdle, patient).toBe(true)
  expect(await list()).toMatchObject([
    { name: 'admob', state: 'active', days: { held: 0, failed: 0 } },
    { name: 'applovin-max', state: 'active', days: { due: 0, held: 0, failed: 0 } },
    { name: 'inmobi', state: 'active', days: { due: 1 } },
    { name: 'mintegral', state: 'active', days: { due: 0, held: 0 } },
    { name: 'pangle', state: 'active', days: { held: 1 } },
    { name: 'unity-ads', state: 'refused', problem: { fault: 'credential-refused' } },
    { name: 'vungle', state: 'active', days: { due: 0, held: 0, failed: 0 } },
  ])

  const password = /password (\S+)/.exec(demo.stdout())![1]
  expect((await signIn(baseUrlOf(demo.stdout()), 'studio', password!)).status).toBe(204)

  // The restated day was imported twice, and the mediation is compared with the networks.
  const day = formatDay(addDays(yesterday, -2))
  const about = ['--data-dir', 'demo-networks-data']
  const shown = ['connections', 'show', 'studio', 'mintegral']
  const days = ['--start-date', day, '--end-date', day]
  const [restated] = (await adtallyJson([...shown, ...days, ...about], options)).pulled_days
  const entries = await adtallyJson(['imports', '--limit', '100', ...about], options)
  expect(entries.map(({ id }: { id: number }) => id)).toContain(restated.import)
  const compared = await adtallyJson(['reconcile', 'applovin_max', ...about], options)
  expect(JSON.stringify(compared)).toContain('below tolerance')

  demo.child.kill('SIGINT')
  expect(await demo.exited).toBe(0)
}, 300_000)

test('the demo deletes no folder but its own', async () => {
  const cwd = await newFolder()
  await writeFile(join(cwd, 'notes.txt'), 'mine')
  const demo = start(cwd, ['--data-dir', '.'])
  expect(await demo.exited).toBe(1)
  expect(demo.stderr()).toContain('--data-dir')
})

interface Listed {
  /** Null when nothing will be pulled. */
  readonly next_pull_at: string | null
}

function start(cwd: string, args: readonly string[] = []) {
  const words = [program, '--port', '0', '--days', '6', ...args]
  const child: ChildProcess = spawn(process.execPath, words, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const output = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]!.setEncoding('utf8').on('data', (text: string) => {
      output[name] += text
    })
  }
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve))
  return { child, exited, stdout: () => output.stdout, stderr: () => output.stderr }
}
