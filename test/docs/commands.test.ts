import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { blocksOf, serverPages } from './command-pages.ts'
import { consoleReports } from './console-reports.ts'
import { daysAgo, prepareDocs } from './docs-files.ts'
import { docsPassword, hasCurl } from './docs-shell.ts'
import { type DocsWorld, openWorld } from './docs-world.ts'

describe.skipIf(!hasCurl)('with curl, the commands run, in order, of', () => {
  describe('README.md in an empty folder', () => {
    let world: DocsWorld
    beforeAll(async () => {
      world = await openWorld({ server: 'on serve' })
      for (const [name, report] of Object.entries(consoleReports(daysAgo(1)))) {
        writeFileSync(join(world.folder, name), report)
      }
    })
    afterAll(() => world.close())

    test.each(blocksOf('README.md'))('line %i', async (_line, commands) => {
      const printed = await world.shell.run(commands)
      if (!commands.some((command) => command.includes('adtally report'))) return
      const cells = printed
        .slice(printed.lastIndexOf('network '))
        .split('\n')
        .map((line) => line.split(/ +/).slice(0, 3).join(' '))
      // The figures that AdMob and Unity report themselves, and of MAX only the rest.
      expect(cells.slice(1, 5)).toEqual([
        ...['admob 1198 14.180', 'unityads 801 4.498', 'mintegral 5400 1.310'],
        'total 7399 19.988',
      ])
    })

    test('then the dashboard shows the figures, with its usual range of 28 days', async () => {
      const api = `${world.baseUrl()}/dashboard/api`
      const signedIn = await fetch(`${api}/sign-in`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: 'studio', password: docsPassword }),
      })
      const cookie = signedIn.headers.getSetCookie().map((one) => one.split(';')[0]!)
      const [from, to] = [28, 1].map(daysAgo)
      const asked = `report?start_date=${from}&end_date=${to}&dimensions=network`
      const answer = await fetch(`${api}/${asked}`, { headers: { cookie: cookie.join('; ') } })
      expect(answer.status).toBe(200)
      const text = await answer.text()
      for (const network of ['admob', 'mintegral', 'unityads'])
        expect(text).toContain(`"${network}"`)
    })
  })

  describe('pages about the demo and an account', () => {
    let world: DocsWorld
    /** The last import over HTTP: the pages show its ids. */
    let imported = { request: '', number: '' }
    beforeAll(async () => {
      world = await openWorld({ prepare: prepareDocs, server: 'runs' })
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
      await expect(world.shell.run([command, 'true'])).rejects.toThrow('Command failed')
    })

    describe.each(serverPages)('%s', (page) => {
      test.each(blocksOf(page))('line %i', async (_line, shown) => {
        const commands = shown.map((command) =>
          command
            .replace(/(?<=imports\/)[0-9a-f-]{36}/, imported.request)
            .replace(/(?<=imports\/)\d+(?=\/undo)/, imported.number),
        )
        const printed = await world.shell.run(commands)
        const [, request] = /"id":"([0-9a-f-]{36})"/.exec(printed) ?? []
        const [, number] = /"import":(\d+)/.exec(printed) ?? []
        if (request !== undefined && number !== undefined) imported = { request, number }
      })
    })

    test('every file that docs/imports.md puts into the inbox is imported', async () => {
      const printed = await world.shell.run(['adtally watch inbox --once --settle-seconds 0'])
      expect(printed).toMatch(/^imported {2}studio\/mintegral\/mintegral\.json: /m)
      expect(printed).toMatch(/^imported {2}studio\/mintegral\/pages=march: /m)
      expect(printed).toMatch(
        /^imported {2}studio\/inmobi\/day=2026-03-01\/app=hop-ios\/countries\.csv: /m,
      )
      expect(printed).toMatch(/^imported {2}studio\/inmobi\/countries\.csv: /m)
    })
  })
})
