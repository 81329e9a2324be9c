import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { adtally, adtallyWorks, serve, until } from './run-adtally.ts'
import { launch } from './spawn-adtally.ts'
import { newStudio } from './studio.ts'

const listing = (folder: string) => readdir(folder).then((names) => names.sort())

test('watch --once imports the existing files and ends, and fails if one of them failed', async () => {
  const { folder, options } = await newStudio()
  const inbox = join(folder, 'inbox')
  await mkdir(inbox)
  for (const name of ['stats.csv', 'bad.csv']) await copyFile(join(folder, name), join(inbox, name))
  const { code, stdout, stderr } = await adtally(
    ['watch', 'inbox', '--once', '--settle-seconds', '1'],
    options,
  )
  expect([code, stderr]).toEqual([1, 'adtally: 1 import failed; see inbox/failed\n'])
  expect(stdout).toMatch(/^failed {4}bad\.csv: Nothing was imported/m)
  expect(stdout).toMatch(/^imported {2}stats\.csv: Adtally's own format, 2026-03-01 to 2026-03-02/m)
  expect(await listing(join(inbox, 'done'))).toEqual(['stats.csv', 'stats.csv.report.json'])
  expect(await listing(join(inbox, 'failed'))).toEqual(['bad.csv', 'bad.csv.report.json'])
})

test('watch --once without files tells which folder it looked into', async () => {
  const { folder, options } = await newStudio()
  const args = ['watch', 'imbox', '--once', '--settle-seconds', '0']
  expect(await adtallyWorks(args, options)).toBe(
    `Nothing was imported from ${join(folder, 'imbox')}.\n`,
  )
})

test('watch and serve say that an inbox is a folder when it is a file', async () => {
  const { folder, options } = await newStudio()
  const path = join(folder, 'stats.csv')
  const line = `adtally: ${path}: This is a file, and an inbox is a folder. Import the file: adtally import stats ${path}\n`
  for (const args of [
    ['watch', 'stats.csv', '--once'],
    ['serve', '--port', '0', '--inbox', 'stats.csv'],
  ]) {
    const { code, stderr } = await adtally(args, options)
    expect({ code, stderr }).toEqual({ code: 1, stderr: line })
  }
})

test("an inbox of an account imports nothing of another's, in Adtally's own format either", async () => {
  const { folder, options } = await newStudio()
  const inbox = join(folder, 'inbox')
  await mkdir(inbox)
  await copyFile(join(folder, 'stats.csv'), join(inbox, 'stats.csv'))
  await adtallyWorks(['accounts', 'create', 'other'], options)
  const args = ['watch', 'inbox', '--once', '--settle-seconds', '0', '--account', 'other']
  expect((await adtally(args, options)).stdout).toMatch(
    /^failed {4}stats\.csv: Nothing was imported/m,
  )
  expect(await adtallyWorks(['imports'], options)).toMatch(/^No imports yet/)
})

test('watch imports files that arrive while it runs, and ends on a signal', async () => {
  const { folder, options } = await newStudio()
  const inbox = join(folder, 'inbox')
  const { child, output, exited } = launch(['watch', 'inbox', '--settle-seconds', '1'], options)
  await until(() => (output.stdout.includes('Watching inbox') ? true : null))
  await copyFile(join(folder, 'stats.csv'), join(inbox, 'stats.csv'))
  await until(() => (output.stdout.includes('imported  stats.csv') ? true : null))
  expect(await listing(join(inbox, 'done'))).toContain('stats.csv')
  child.kill('SIGTERM')
  expect(await exited).toBe(0)
})

test('a server imports files from its inbox, and creates their apps', async () => {
  const { folder, options } = await newStudio()
  const inbox = join(folder, 'inbox')
  const args = ['--inbox', inbox, '--inbox-create-apps', 'studio', '--inbox-settle-seconds', '1']
  const server = await serve(args, options)
  await copyFile(join(folder, 'stats.csv'), join(inbox, 'stats.csv'))
  await until(() => (server.stdout().includes('imported  stats.csv') ? true : null))
  const report = join(inbox, 'done', 'stats.csv.report.json')
  // The line is printed before the file is moved.
  const text = await until(() => readFile(report, 'utf8').catch(() => null))
  expect(JSON.parse(text)).toMatchObject({ outcome: 'imported', rows: 2 })
  // Folders name the account and the source, as for the command.
  const route = join(inbox, 'studio', 'inmobi', 'day=2026-03-04', 'app=zap')
  await mkdir(route, { recursive: true })
  const countries = 'Country,Ad Impressions Rendered,Publisher Revenue\nGermany,12,0.5\n'
  await writeFile(join(route, 'countries.csv'), countries)
  await until(() =>
    /imported {2}studio\/inmobi\/.*network inmobi/.test(server.stdout()) ? true : null,
  )
  expect(await server.stop()).toBe(0)
})
