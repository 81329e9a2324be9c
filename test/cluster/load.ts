import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished } from 'vitest'
import type { FleetProcess } from './fleet.ts'

/** An answer. Its status is absent when none came within {@link hangMs}. */
export interface Answer {
  readonly origin: string
  readonly path: string
  readonly status: number | null
  readonly headers: Headers
  readonly body: string
  readonly atMs: number
  readonly ms: number
}

/** A request that takes this long counts as hanging. */
export const hangMs = 15_000
const longestLoadMs = 100_000
const pauseMs = 5

/** Sends a GET and reads the whole answer. */
export async function ask(
  { origin }: Pick<FleetProcess, 'origin'>,
  path: string,
  cookie = '',
): Promise<Answer> {
  const atMs = performance.now()
  const headers = { cookie, 'accept-encoding': 'identity' }
  const of = (status: number | null, answered: Headers, body: string) => ({
    origin,
    path,
    status,
    headers: answered,
    body,
    atMs,
    ms: performance.now() - atMs,
  })
  try {
    const response = await fetch(origin + path, {
      headers,
      redirect: 'manual',
      signal: AbortSignal.timeout(hangMs),
    })
    return of(response.status, response.headers, await response.text())
  } catch (error) {
    return of(null, new Headers(), String((error as Error).cause ?? error))
  }
}

/** The bodies of a process's answers to paths that must succeed. */
export async function bodiesOf(
  process: FleetProcess,
  paths: readonly string[],
  cookie = '',
): Promise<string[]> {
  const bodies = []
  for (const path of paths) {
    const { status, body } = await ask(process, path, cookie)
    expect(status, `${withoutKey(path)} ${body}`).toBe(200)
    bodies.push(body)
  }
  return bodies
}

export interface Load {
  /** The answers so far. */
  readonly answers: readonly Answer[]
  /** Waits until every process has given this many more answers. */
  readonly waitForAnswers: (answers: number) => Promise<void>
  /** Stops the load. @returns all answers */
  readonly stop: () => Promise<readonly Answer[]>
}

/** Asks every process for every path repeatedly, several requests at a time, until the test ends. */
export function startLoad(
  processes: readonly FleetProcess[],
  paths: readonly string[],
  { cookie = '', lanes = 2 }: { readonly cookie?: string; readonly lanes?: number } = {},
): Load {
  const answers: Answer[] = []
  const deadline = performance.now() + longestLoadMs
  let isOver = false
  const lane = async (process: FleetProcess, first: number) => {
    for (let next = first; !isOver && performance.now() < deadline; next++) {
      answers.push(await ask(process, paths[next % paths.length]!, cookie))
      await sleep(pauseMs)
    }
  }
  const running = processes.flatMap((process) =>
    Array.from({ length: lanes }, (_, index) =>
      lane(process, Math.floor((index * paths.length) / lanes)),
    ),
  )
  const stop = async () => {
    isOver = true
    await Promise.all(running)
    return answers
  }
  onTestFinished(() => void stop())
  const waitForAnswers = async (count: number) => {
    const before = answers.length
    for (const { origin } of processes) {
      await expect
        .poll(() => answers.slice(before).filter((one) => one.origin === origin).length, {
          timeout: 60_000,
        })
        .toBeGreaterThanOrEqual(count)
    }
  }
  return { answers, waitForAnswers, stop }
}

export const withoutKey = (path: string): string => path.replace(/key=[^&]*/, 'key=…')

/** Expects every answer to be 200 or a proper 503, and none to hang. */
export function expectServedOrUnavailable(answers: readonly Answer[]): void {
  for (const { path, status, headers, body, ms } of answers) {
    const what = `${withoutKey(path)} ${status} ${Math.round(ms)} ms ${body.slice(0, 200)}`
    expect([200, 503], what).toContain(status)
    if (status !== 503) continue
    expect(headers.get('content-type'), what).toMatch(/^application\/problem\+json/)
    const isReadiness = path === '/readyz'
    // Those that wait for a database that hangs are told that there are too many.
    const codes = isReadiness ? ['not_ready'] : ['store_unavailable', 'overloaded']
    const problem = JSON.parse(body) as { status: number; code: string }
    expect(problem, what).toMatchObject({ status: 503 })
    expect(codes, what).toContain(problem.code)
    if (!isReadiness) expect(headers.get('retry-after'), what).toMatch(/^[1-9]\d*$/)
  }
}

/** Waits until every process answers every path with 200. */
export async function expectRecovery(
  processes: readonly FleetProcess[],
  paths: readonly string[],
  cookie = '',
): Promise<void> {
  for (const process of processes) {
    for (const path of paths) {
      const deadline = performance.now() + 2 * hangMs
      for (;;) {
        const { status, body } = await ask(process, path, cookie)
        if (status === 200) break
        if (performance.now() > deadline) {
          const lately = process.log().slice(-1_500)
          throw new Error(`${withoutKey(path)} does not recover: ${status} ${body}\n${lately}`)
        }
        await sleep(20 * pauseMs)
      }
    }
  }
}

/** Expects processes to be running, and their logs to contain no secret or unexpected failure. */
export function expectUnharmed(processes: readonly FleetProcess[], secrets: readonly string[]) {
  for (const { isRunning, log } of processes) {
    expect(isRunning(), log().slice(-2_000)).toBe(true)
    expect(log()).not.toMatch(/unhandled|uncaught|TypeError|ReferenceError|MaxListeners|\(node:\d/i)
    for (const secret of secrets) expect(log()).not.toContain(secret)
  }
}
