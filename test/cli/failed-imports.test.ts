import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { adtally, adtallyJson, adtallyWorks, expectOneClearLine } from './run-adtally.ts'
import { shareServer, shareStudio, statsCsv } from './studio.ts'

describe.each([
  ['without a server', false],
  ['through a server', true],
])('failed imports, %s', (_title, through) => {
  const shared = shareStudio()
  if (through) shareServer(shared)

  test('are listed with their reason, dismissed by id, and gone once imported', async () => {
    const { options, folder } = shared()
    expect(await adtallyWorks(['imports', 'failed'], options)).toBe('No failed imports.\n')
    expect(await adtallyJson(['imports', 'failed'], options)).toEqual([])
    const [header] = statsCsv.split('\n')
    for (const name of ['one.csv', 'two.csv']) {
      await writeFile(join(folder, name), `${header}\n2026-03-32,zap,ownnet,video,US,900,13\n`)
      await adtally(['import', 'stats', name], options)
    }
    const listed = await adtallyJson(['imports', 'failed'], options)
    expect(listed).toMatchObject([
      { id: 2, account: 'studio', files: ['two.csv'], why: { code: 'bad_cells' } },
      { id: 1, files: ['one.csv'] },
    ])
    const text = await adtallyWorks(['imports', 'failed', '--account', 'studio'], options)
    expect(text).toMatch(/^2 {2}\d{4}-\d\d-\d\d \d\d:\d\d:\d\d {2}studio {2}two\.csv\n/)
    expect(text).toContain('two.csv:2: date: "2026-03-32" is not accepted')
    expect(text).toMatch(/or run: adtally imports dismiss ID\n$/)
    const limited = await adtallyJson(['imports', 'failed', '--limit', '1'], options)
    expect(limited).toEqual([listed[0]])

    expect(await adtallyWorks(['imports', 'dismiss', '2'], options)).toBe(
      'Failed import 2 (two.csv) is dismissed.\n',
    )
    const again = await adtally(['imports', 'dismiss', '2'], options)
    expect(expectOneClearLine(again)).toMatch(
      /There is no failed import 2\. .* adtally imports failed$/,
    )
    await writeFile(join(folder, 'one.csv'), statsCsv)
    await adtallyWorks(['import', 'stats', 'one.csv'], options)
    expect(await adtallyJson(['imports', 'failed'], options)).toEqual([])
  })

  test.each([
    [['imports', 'dismiss', 'x'], /id/],
    [['imports', 'dismiss', '0'], /id/],
    [['imports', 'dismiss'], /id/],
    [['imports', 'failed', '--limit', '0'], /--limit/],
    [['imports', 'failed', '--account', 'nobody'], /nobody/],
  ])('%j is refused', async (command, why) => {
    const { code, stderr } = await adtally(command, shared().options)
    expect(code).not.toBe(0)
    expect(stderr).toMatch(why)
  })
})
