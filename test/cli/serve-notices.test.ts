import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { adtally, adtallyWorks, expectOneClearLine, serve, until } from './run-adtally.ts'
import { serveProcess } from './spawn-adtally.ts'
import { newFolder, newStudio } from './studio.ts'

interface Line {
  readonly level: number
  readonly time: number
  readonly msg: string
  readonly [name: string]: unknown
}

/** The lines of a log. @throws SyntaxError when one of them is no JSON */
const linesOf = (stdout: string): readonly Line[] =>
  stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

test('without a terminal, everything that a server prints is JSON, from its start to its end', async () => {
  const { folder, directory, options } = await newStudio()
  const inbox = join(folder, 'inbox')
  const env = { ...options.env, ADTALLY_LOG_LEVEL: 'info', ADTALLY_PROT: '1' }
  const args = ['--inbox', inbox, '--inbox-account', 'studio', '--inbox-settle-seconds', '0']
  const server = await serveProcess(args, { ...options, env })
  await copyFile(join(folder, 'stats.csv'), join(inbox, 'stats.csv'))
  await copyFile(join(folder, 'bad.csv'), join(inbox, 'bad.csv'))
  await until(
    () =>
      /imported {2}stats[\s\S]*failed {4}bad|failed {4}bad[\s\S]*imported {2}stats/.test(
        server.stdout(),
      ) || null,
  )
  await fetch(`${server.baseUrl}/healthz`)
  expect(await server.stop()).toBe(0)
  expect(server.stderr()).toBe('')
  const lines = linesOf(server.stdout())
  for (const line of lines) {
    expect(line).toMatchObject({ level: expect.any(Number), time: expect.any(Number) })
  }
  const line = (msg: RegExp) => lines.find((one) => msg.test(one.msg))
  expect(line(/^ADTALLY_PROT is not a setting/)).toMatchObject({ level: 40 })
  expect(line(/^Adtally is ready\.$/)).toMatchObject({
    level: 30,
    dashboard: `${server.baseUrl}/dashboard/home`,
    data: directory,
    inbox,
  })
  expect(line(/^imported {2}stats\.csv: /)).toMatchObject({ level: 30, file: 'stats.csv' })
  expect(line(/^failed {4}bad\.csv: /)).toMatchObject({ level: 40, file: 'bad.csv' })
  expect(line(/request completed/)).toMatchObject({ res: { statusCode: 200 } })
})

test('at the usual log level, the server tells that it is ready', async () => {
  const { options } = await newStudio()
  const server = await serve([], options)
  expect(linesOf(server.stdout()).map(({ msg }) => msg)).toEqual(['Adtally is ready.'])
  await server.stop()
})

test('without a terminal, a demo tells its sign-in, its key and a request that works', async () => {
  const cwd = await newFolder()
  await adtallyWorks(['demo', '--apps', '1', '--days', '2'], { cwd })
  const path = join(cwd, 'demo-data', 'demo.json')
  const note = JSON.parse(await readFile(path, 'utf8'))
  const lastDay = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10)
  await writeFile(path, JSON.stringify({ ...note, lastDay }))
  const server = await serveProcess(['--demo', '--host', '0.0.0.0'], { cwd })
  const listed = ['keys', 'show', 'demo', 'default', '--data-dir', 'demo-data']
  const key = (await adtallyWorks(listed, { cwd })).trim()
  const [preparing, ready] = linesOf(server.stdout())
  expect(preparing).toMatchObject({ msg: 'Preparing the demo data.' })
  expect(ready).toMatchObject({
    msg: 'Adtally is ready.',
    sign_in: 'demo',
    password: note.password,
    key,
    dashboard: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/dashboard\/home$/),
  })
  const [, url] = /^curl '(.*)'$/.exec(String(ready!.v2))!
  expect((await fetch(url!)).status).toBe(200)
  await server.stop()
  expect(server.stderr()).toBe('')
  expect(server.stdout()).not.toContain('0.0.0.0')
  expect(server.stdout()).not.toContain('set-up')
})

const setupLinks = /http:\/\/127\.0\.0\.1:\d+\/dashboard\/set-up#token=[\w-]{43}/g

const steps = (more = '') => [
  `adtally accounts create studio${more}`,
  `adtally accounts set-password studio${more}`,
  `adtally import stats --create-apps studio REPORT.csv${more}`,
]

test('a server without accounts tells the next steps, on a terminal and in its log', async () => {
  const cwd = await newFolder()
  const terminal = await serve([], { cwd, terminal: true })
  for (const step of [...steps(), 'adtally serve --demo']) {
    expect(terminal.stdout()).toContain(`\n  ${step}\n`)
  }
  const links = terminal.stdout().match(setupLinks)
  expect(links).toHaveLength(1)
  await terminal.stop()
  const printed = await adtallyWorks(['setup-link', '--base-url', 'https://ads.example'], { cwd })
  expect(printed).toMatch(/^https:\/\/ads\.example\/dashboard\/set-up#token=[\w-]{43}\n$/)
  const server = await serve(['--data-dir', 'a b'], { cwd })
  expect(linesOf(server.stdout())).toMatchObject([
    { msg: 'Adtally is ready.' },
    {
      msg: 'There is no account yet.',
      set_up: expect.stringMatching(setupLinks),
      next: steps(` --data-dir '${join(cwd, 'a b')}'`),
    },
  ])
  await server.stop()
  const env = { npm_command: 'start', npm_lifecycle_event: 'start' }
  const ofNpm = await serve([], { cwd, env })
  const pasted = steps().map((step) => step.replace('adtally', 'npm run -s adtally --'))
  expect(linesOf(ofNpm.stdout())).toMatchObject([{}, { next: pasted }])
  await ofNpm.stop()
  // The steps work.
  await adtallyWorks(['accounts', 'create', 'studio'], { cwd })
  expect(expectOneClearLine(await adtally(['setup-link'], { cwd }))).toContain(
    'set up already: sign in at /dashboard. Set a password: adtally accounts set-password USERNAME',
  )
  const begun = await serve([], { cwd, terminal: true })
  expect(begun.stdout()).not.toContain('There is no account yet')
  expect(begun.stdout()).not.toContain('set-up')
  expect(begun.stdout()).toContain('\nPress Ctrl-C to stop.\n')
})
