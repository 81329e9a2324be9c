import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { execForm } from './dockerfile.ts'

interface Place {
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
}

const startMs = 60_000

/**
 * Starts a server, waits until its health check succeeds, reads the dashboard with its script, and stops it.
 *
 * @param health the command of the health check, in its JSON form
 * @throws Error when something does not work
 */
export async function tryServer(
  [program, ...args]: readonly string[],
  health: string | null,
  { cwd, env }: Place,
): Promise<void> {
  if (program === undefined) throw new Error('The image has no command')
  if (health === null) throw new Error('The image has no health check')
  const port = await freePort()
  const here = { ...env, ADTALLY_HOST: '127.0.0.1', ADTALLY_PORT: String(port) }
  const server = spawn(program, args, { cwd, env: here, stdio: ['ignore', 'ignore', 'inherit'] })
  const exited = once(server, 'exit')
  try {
    const [check, ...checkArgs] = execForm(health)
    const isHealthy = () => spawnSync(check!, checkArgs, { cwd, env: here }).status === 0
    if (isHealthy()) throw new Error('The health check succeeds before the server answers')
    await until(isHealthy, () => server.exitCode === null)
    await expectDashboard(`http://127.0.0.1:${port}`)
  } finally {
    server.kill('SIGTERM')
    const [code] = await exited
    console.log(`The server ended with ${code}.`)
  }
  if (server.exitCode !== 0) throw new Error('The server did not stop by itself')
}

/** Builds an image and runs it. */
export async function tryImage(project: string, dockerfile: string): Promise<void> {
  const docker = (...args: string[]) =>
    execFileSync('docker', args, { cwd: project, encoding: 'utf8' }).trim()
  const image = docker('build', '-q', '-f', dockerfile, '.')
  const container = docker('run', '-d', '-p', '127.0.0.1::8080', image)
  try {
    const state = () => docker('inspect', '-f', '{{.State.Health.Status}}', container)
    await until(
      () => state() === 'healthy',
      () => state() !== 'unhealthy',
    )
    await expectDashboard(`http://${docker('port', container, '8080').split('\n')[0]}`)
  } finally {
    docker('rm', '-f', container)
  }
}

async function expectDashboard(base: string): Promise<void> {
  const page = await fetch(`${base}/dashboard`)
  const script = /<script[^>]* src="([^"]+)"/.exec(await page.text())?.[1]
  const answer = await fetch(new URL(script ?? 'no-script', base))
  if (!page.ok || !answer.ok) throw new Error(`The dashboard does not work: ${answer.status}`)
  console.log(`The dashboard and its script ${script} answer.`)
}

async function until(isDone: () => boolean, goesOn: () => boolean): Promise<void> {
  const deadline = performance.now() + startMs
  while (!isDone()) {
    if (!goesOn() || performance.now() > deadline) throw new Error('The server did not start')
    await delay(500)
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
