import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { prepareDirectory } from '../fixtures/prepared-directory.ts'
import { adtallyWorks, serve, signIn } from './run-adtally.ts'
import { newFolder } from './studio.ts'

const demo = ['demo', '--apps', '1', '--days', '4']

const statusOf = async (baseUrl: string, password: string) =>
  (await signIn(baseUrl, 'demo', password)).status

/** The password that a demo server prints. */
const printed = (stdout: string) => /Sign in +demo, password (\S+)/.exec(stdout)![1]!

const copyDemo = prepareDirectory(async (cwd) => void (await adtallyWorks(demo, { cwd })))

async function makeDemo() {
  const cwd = await newFolder()
  await copyDemo(cwd)
  const path = join(cwd, 'demo-data', 'demo.json')
  const note = JSON.parse(await readFile(path, 'utf8')) as Record<string, unknown>
  return { cwd, path, note }
}

test("only the owner can read a demo's stored password, and the server prints it", async () => {
  const { cwd, path, note } = await makeDemo()
  expect(note.password).toMatch(/^[A-Za-z0-9_-]{12}$/)
  expect(((await stat(path)).mode & 0o777).toString(8)).toBe('600')
  const server = await serve(['--demo'], { cwd, terminal: true })
  expect(printed(server.stdout())).toBe(note.password)
  expect(await statusOf(server.baseUrl, printed(server.stdout()))).toBe(204)
  expect(await statusOf(server.baseUrl, 'another password')).toBe(401)
})

test('a demo keeps its password across restarts, and every demo has its own', async () => {
  const { cwd, path, note } = await makeDemo()
  await adtallyWorks(demo, { cwd })
  expect(JSON.parse(await readFile(path, 'utf8'))).toEqual(note)
  await adtallyWorks([...demo, '--data-dir', 'other'], { cwd })
  const other = JSON.parse(await readFile(join(cwd, 'other', 'demo.json'), 'utf8'))
  expect(other.password).not.toBe(note.password)
})

test('a demo keeps its password when days are added', async () => {
  const { cwd, path, note } = await makeDemo()
  const lastDay = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10)
  await writeFile(path, JSON.stringify({ ...note, lastDay }))
  const server = await serve(['--demo'], { cwd, terminal: true })
  expect(JSON.parse(await readFile(path, 'utf8')).password).toBe(note.password)
  expect(await statusOf(server.baseUrl, printed(server.stdout()))).toBe(204)
})

// Before there was a dashboard, demos had no password.
test.each([
  ['up to date', 1],
  ['some days behind', 3],
])('a demo from before passwords existed gets one that works: %s', async (_what, daysAgo) => {
  const { cwd, path, note } = await makeDemo()
  const lastDay = new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)
  const { password: _, ...rest } = note
  await writeFile(path, JSON.stringify({ ...rest, lastDay }))
  const server = await serve(['--demo'], { cwd, terminal: true })
  const password = printed(server.stdout())
  expect(password).not.toBe('null')
  expect(await statusOf(server.baseUrl, password)).toBe(204)
})

test('the printed key works after the first one was rotated or revoked', async () => {
  const { cwd } = await makeDemo()
  const options = { cwd, env: { ADTALLY_DATA_DIR: join(cwd, 'demo-data') } }
  const keys = (...args: string[]) => adtallyWorks(['keys', ...args], options)
  const rotated = (await keys('rotate', 'demo', 'default')).trim()
  const first = await serve(['--demo'], { cwd, terminal: true })
  expect(first.stdout()).toContain(`API        demo, key ${rotated}\n`)
  await first.stop()
  const limited = await keys('create', 'demo', 'a', '--allow', 'import')
  const second = (await keys('create', 'demo', 'b c')).trim()
  await keys('revoke', 'demo', 'default')
  const logged = await serve(['--demo'], { cwd })
  expect(JSON.parse(logged.stdout().trim())).toMatchObject({ key: second })
  await logged.stop()
  const server = await serve(['--demo'], { cwd, terminal: true })
  expect(server.stdout()).toContain(`API        demo, key ${second}\n`)
  expect(server.stdout()).not.toContain(limited.trim())
  await server.stop()
  await keys('revoke', 'demo', 'b c')
  const silent = await serve(['--demo'], { cwd })
  expect(JSON.parse(silent.stdout().trim())).toMatchObject({ key: null })
  await silent.stop()
  const without = await serve(['--demo'], { cwd, terminal: true })
  expect(without.stdout()).toContain('API        demo; create a key on the dashboard\n')
  await without.stop()
})

test('a server without demo data prints no password', async () => {
  const cwd = await newFolder()
  const server = await serve([], { cwd, terminal: true })
  expect(server.stdout()).not.toMatch(/, password|Sign in/)
})
