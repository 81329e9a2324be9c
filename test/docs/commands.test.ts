import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays, dayOf, formatDay } from '../../src/values/day.ts'
import { type CommandBlock, commandBlocks } from './command-blocks.ts'
import { docsPassword } from './docs-shell.ts'
import { beforeCommand } from './docs-steps.ts'
import { type DocsWorld, openWorld, prepareDocs } from './docs-world.ts'

const root = join(import.meta.dirname, '../..')
const textOf = (page: string) => readFileSync(join(root, page), 'utf8')
const blocksOf = (page: string) =>
  commandBlocks(textOf(page)).map((block) => [block.line, block] as const)

/** Pages whose commands run, all on one server. */
const pages = [
  'docs/imports.md',
  'docs/access.md',
  'docs/dashboard.md',
  'docs/history.md',
  'docs/keeping-a-copy.md',
  'docs/settings.md',
  'docs/api/openapi.md',
  'docs/api/publisher.md',
  'docs/api/report.md',
  'docs/api/v1.md',
  'docs/api/v2-publisher.md',
]

/** Lines that are not run, by how they begin, and why. */
const notRun: Readonly<Record<string, string>> = {
  ADTALLY_OIDC_: 'settings, not commands',
  'adtally users reset-second-factor': 'needs a second factor on a phone',
  'npx openapi-typescript': 'a package of the registry',
  'npm run -s adtally -- report demo': 'needs the demo of npm start, which other tests run',
  'npm run -s adtally -- connections add': 'needs an account of the network',
  'adtally import stats admob.json': 'needs reports of two networks about the same apps',
  'adtally import stats levelplay.json': 'the same',
  'adtally reconcile levelplay': 'the same',
  'adtally export /srv': 'writes to a folder of the machine',
}

/** What is left of a block to run. */
const commandsOf = ({ text }: CommandBlock): string =>
  text
    .split('\n')
    .filter((line) => !Object.keys(notRun).some((skipped) => line.startsWith(skipped)))
    .join('\n')

const csvOf = (page: string, header: string): string => {
  const [, csv = ''] =
    new RegExp(`\`\`\`csv\\n( *${header}[\\s\\S]*?)\`\`\``).exec(textOf(page)) ?? []
  return csv.replace(/^ +/gm, '')
}

test('every line that is not run is on a page', () => {
  const lines = ['README.md', ...pages].flatMap((page) =>
    commandBlocks(textOf(page)).flatMap(({ text }) => text.split('\n')),
  )
  for (const skipped of Object.keys(notRun)) {
    expect(lines).toContainEqual(expect.stringMatching(`^${skipped}`))
  }
})

const hasCurl = (() => {
  try {
    execFileSync('curl', ['--version'])
    return true
  } catch {
    return false
  }
})()

// In CI, curl must be there.
describe.skipIf(!hasCurl && !process.env.CI)('with curl, the commands run, in order, of', () => {
  describe('README.md in an empty folder', () => {
    let world: DocsWorld
    beforeAll(async () => {
      world = await openWorld()
      writeFileSync(join(world.folder, 'apps.csv'), csvOf('README.md', 'app_id,'))
    })
    afterAll(() => world.close())

    test.each(blocksOf('README.md'))('line %i', async (_line, block) => {
      const printed = await world.shell.run(commandsOf(block))
      if (!block.text.includes('format=csv')) return
      // The page shows this answer of other days.
      const withoutDays = (csv: string) => csv.replace(/\d{4}-\d\d-\d\d|\r/g, '').trim()
      expect(withoutDays(printed)).toBe(withoutDays(csvOf('README.md', 'date,network,')))
    })

    test('then the dashboard shows the figures, with its usual range of 28 days', async () => {
      const api = `${world.baseUrl()}/dashboard/api`
      const signedIn = await fetch(`${api}/sign-in`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: 'studio', password: docsPassword }),
      })
      const cookie = signedIn.headers.getSetCookie().map((one) => one.split(';')[0]!)
      const [from, to] = [28, 1].map((days) => formatDay(addDays(dayOf(Date.now()), -days)))
      const asked = `figures?start_date=${from}&end_date=${to}&by=network`
      const answer = await fetch(`${api}/${asked}`, { headers: { cookie: cookie.join('; ') } })
      expect(answer.status).toBe(200)
      const text = await answer.text()
      for (const network of ['admob', 'unityads']) expect(text).toContain(`"${network}"`)
    })
  })

  describe('pages about the demo and an account', () => {
    let world: DocsWorld
    /** The last import over HTTP: the pages show its ids. */
    let imported = { request: '', number: '' }
    beforeAll(async () => {
      world = await openWorld({ prepare: prepareDocs, before: beforeCommand })
    })
    afterAll(() => world.close())

    test.each([
      'adtally accounts show studio',
      'adtally apps show no-app | cat',
      "curl 'http://127.0.0.1:8080/api/v2/publisher/applications?developer=studio&key=wrong'",
      "curl 'http://127.0.0.1:8080/nosuch'",
      'npm run nosuch',
      'cat no-file',
    ])('%s, which does not work, fails', async (command) => {
      await expect(world.shell.run(`${command}\ntrue`)).rejects.toThrow('Command failed')
    })

    describe.each(pages)('%s', (page) => {
      test.each(blocksOf(page))('line %i', async (_line, block) => {
        const commands = commandsOf(block)
          .replace(/(?<=imports\/)[0-9a-f-]{36}/, imported.request)
          .replace(/(?<=imports\/)\d+(?=\/undo)/, imported.number)
        const printed = await world.shell.run(commands)
        const [, request] = /"id":"([0-9a-f-]{36})"/.exec(printed) ?? []
        const [, number] = /"import":(\d+)/.exec(printed) ?? []
        if (request !== undefined && number !== undefined) imported = { request, number }
      })
    })

    test('every file that docs/imports.md puts into the inbox is imported', async () => {
      const printed = await world.shell.run('adtally watch inbox --once --settle-seconds 0')
      expect(printed).toMatch(/^imported {2}studio\/mintegral\/mintegral\.json: /m)
      expect(printed).toMatch(/^imported {2}studio\/mintegral\/pages=march: /m)
      expect(printed).toMatch(
        /^imported {2}studio\/inmobi\/day=2026-03-01\/app=hop-ios\/countries\.csv: /m,
      )
      expect(printed).toMatch(/^imported {2}studio\/inmobi\/countries\.csv: /m)
    })
  })
})
