import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { adtallyJson, adtallyWorks, failureLines, readyText, until } from './run-adtally.ts'
import { launch, spawnAdtally } from './spawn-adtally.ts'
import { newFolder, newStudio, statsCsv } from './studio.ts'

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url))

// Other tests run commands in the test's process; these check that main.ts does the same.

test('a process reads stdin, writes a summary to stdout, and exits with 0', async () => {
  const { options } = await newStudio()
  const input = statsCsv
  const { code, stdout, stderr } = await spawnAdtally(['import', 'stats', '-'], {
    ...options,
    input,
  })
  expect({ code, failures: failureLines({ stderr }) }).toEqual({ code: 0, failures: [] })
  expect(stdout).toContain('1,400 impressions, 13 USD.\n')
})

test('a process that fails prints the reason and exits with 1', async () => {
  const { options } = await newStudio()
  const refused = await spawnAdtally(['accounts', 'create', 'studio'], options)
  expect(refused).toMatchObject({ code: 1, stdout: '' })
  expect(refused.stderr).toMatch(/^adtally: .*"studio" is taken.*\n$/)
  const misused = await spawnAdtally(['accounts', 'create'], options)
  expect(misused).toMatchObject({ code: 1, stdout: '' })
  expect(misused.stderr).toMatch(/^error: missing required argument 'username'\n/)
})

test('a process whose folder was removed says so in one line', async () => {
  const cwd = await newFolder()
  const script = `rmdir "$PWD" && exec "${process.execPath}" "${main}" accounts list`
  const { status, stderr } = spawnSync('sh', ['-c', script], { cwd, encoding: 'utf8' })
  expect(status).toBe(1)
  expect(stderr).toMatch(/^adtally: the current folder was removed.*\n$/)
})

test('closing the output pipe early is not a failure', async () => {
  const { options } = await newStudio()
  const { child, output, exited } = launch(['accounts', 'list'], options)
  child.stdout!.destroy()
  expect(await exited).toBe(0)
  expect(output.stderr).toBe('')
})

test('Ctrl-C ends an import at once, and nothing of it is stored', async () => {
  const { folder, options } = await newStudio()
  const env = { ...options.env, TMPDIR: folder }
  const { child, output, exited } = launch(['import', 'stats', '-'], { ...options, env })
  child.stdin!.write(statsCsv)
  // The import has begun when the input so far is in its file.
  await until(async () => {
    const files = await readdir(folder, { recursive: true })
    const file = files.find((name) => name.endsWith('standard-input'))
    if (file === undefined) return null
    return (await stat(join(folder, file))).size > 0 || null
  })
  child.kill('SIGINT')
  expect(await exited).toBe(null)
  expect(child.signalCode).toBe('SIGINT')
  expect(output.stdout).toBe('')
  expect(await adtallyJson(['imports'], options)).toEqual([])
})

test('npm start passes SIGTERM on: the server stops first, and leaves its directory', async () => {
  const cwd = await newFolder()
  await adtallyWorks(['demo', '--apps', '2', '--days', '8'], { cwd })
  const directory = join(cwd, 'demo-data')
  const { PATH, HOME } = process.env
  const npm = spawn('npm', ['start', '--', '--port', '0', '--data-dir', directory], {
    cwd: join(import.meta.dirname, '../..'),
    env: { PATH, HOME },
    stdio: ['ignore', 'pipe', 'ignore'],
    // Its group is ended with it when the test fails.
    detached: true,
  })
  onTestFinished(() => endGroup(npm.pid!))
  let stdout = ''
  npm.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
  })
  await until(() => readyText(stdout))
  const exited = once(npm, 'exit')
  npm.kill('SIGTERM')
  expect(await exited).toEqual([0, null])
  expect(existsSync(join(directory, 'server.json'))).toBe(false)
})

function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended.
  }
}
