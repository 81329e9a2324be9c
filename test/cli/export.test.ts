import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { exportedRows } from '../fixtures/exported-rows.ts'
import { adtally, adtallyJson, adtallyWorks, expectOneClearLine, until } from './run-adtally.ts'
import { launch, serveProcess } from './spawn-adtally.ts'
import { newStudio } from './studio.ts'

describe('the command', () => {
  test('writes the files and prints what it did, also through a running server', async () => {
    const { folder, options } = await newStudio()
    await adtallyWorks(['import', 'stats', 'stats.csv'], options)
    const text = await adtallyWorks(['export', 'exported'], options)
    expect(text).toMatch(
      /^account +months written +kept +removed +rows written\nstudio +1 +0 +0 +2\n/,
    )
    expect(text).toContain(`${join(folder, 'exported')} has the figures of 20`)
    const server = await serveProcess([], options)
    const again = await adtallyJson(['export', 'exported'], options)
    expect(again.accounts).toEqual([
      { account: 'studio', written: 0, kept: 1, removed: 0, rows: 0 },
    ])
    await server.stop()
    const audited = await adtallyJson(['audit', '--action', 'figures_exported'], options)
    expect(audited.map(({ actor, facts }: AuditLine) => [actor, facts])).toEqual([
      ['operator', expect.objectContaining({ months_written: 0, months_kept: 1 })],
      ['command', expect.objectContaining({ months_written: 1, rows: 2 })],
    ])
  })

  test('is completed by the next one after its process was killed', async () => {
    const { folder, options } = await newStudio()
    const months = Array.from({ length: 48 }, (_, index) =>
      new Date(Date.UTC(2020, index, 1)).toISOString().slice(0, 10),
    )
    const lines = months.map((day) => `${day},zap,ownnet,video,US,1,0.5`)
    const header = 'date,app_id,network,format,country,impressions,revenue'
    await writeFile(join(folder, 'months.csv'), [header, ...lines].join('\n'))
    await adtallyWorks(['import', 'stats', 'months.csv'], options)
    const { child, exited } = launch(['export', 'exported'], options)
    const exported = join(folder, 'exported')
    const noted = async () => {
      const text = await readFile(join(exported, 'manifest.json'), 'utf8').catch(() => '{}')
      return Object.keys(JSON.parse(text).accounts?.studio?.months ?? {}).length
    }
    await until(async () => ((await noted()) > 2 ? true : null))
    child.kill('SIGKILL')
    expect(await exited).toBeNull()
    const before = await noted()
    expect(before).toBeLessThan(months.length)
    const { accounts } = await adtallyJson(['export', 'exported'], options)
    expect(accounts[0].kept).toBeGreaterThanOrEqual(before)
    expect(accounts[0].written + accounts[0].kept).toBe(months.length)
    expect(await exportedRows(join(exported, 'studio'))).toEqual(
      months.map((day) => `${day} zap ownnet video US default 1 - - - - 500000`),
    )
    expect((await readdir(join(exported, 'studio'))).filter((name) => name[0] === '.')).toEqual([])
  })

  test.each([
    [
      ['--start-date', '2026-13'],
      /--start-date: "2026-13" is not accepted; expected a month as YYYY-MM/,
    ],
    [['--start-date', '2026-03', '--end-date', '2026-02'], /The last month 2026-02 is before/],
    [['--account', 'nobody'], /There is no account "nobody"/],
  ])('refuses %j in one line, and makes no folder', async (args, line) => {
    const { folder, options } = await newStudio()
    const outcome = await adtally(['export', 'exported', ...args], options)
    expect(expectOneClearLine(outcome)).toMatch(line)
    expect(await readdir(folder)).not.toContain('exported')
  })
})

interface AuditLine {
  readonly actor: string
  readonly facts: object
}
