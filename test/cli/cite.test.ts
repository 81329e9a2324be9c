import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { adtally, adtallyWorks } from './run-adtally.ts'
import { newStudio } from './studio.ts'

test('cites figures, and opens the citation after they changed', async () => {
  const { folder, options } = await newStudio()
  await adtallyWorks(['import', 'stats', 'stats.csv'], options)
  const days = ['--start-date', '2026-03-01', '--end-date', '2026-03-02']
  const cited = await adtallyWorks(['cite', 'studio', ...days, '--metrics', 'revenue'], options)
  const table = 'revenue\n     13\n2026-03-01 to 2026-03-02, in USD\n'
  const path = /^\/c\/\S+$/m.exec(cited)![0]
  expect(cited).toBe(`${table}${path}\n`)
  const same = await adtallyWorks(['cite', 'studio', path], options)
  expect(same).toMatch(/^As of 20\S+Z:\n/)
  expect(same).toContain(`${table}These figures are the same now.\n`)

  const rows =
    'date,app_id,network,format,country,impressions,revenue\n2026-03-01,zap,ownnet,video,US,1,2\n'
  await writeFile(join(folder, 'later.csv'), rows)
  await adtallyWorks(['import', 'stats', 'later.csv'], options)
  const saved = await adtallyWorks(
    ['cite', 'studio', ...days, '--metrics', 'revenue', '--save'],
    options,
  )
  const short = /^\/c\/[\w-]{12}$/m.exec(saved)![0]
  expect(await adtallyWorks(['cite', 'studio', short], options)).toContain('revenue\n    2.5\n')
  const address = `https://ads.example.com${path}`
  const changed = await adtallyWorks(['cite', 'studio', address], options)
  expect(changed).toContain(`${table}Now:\nrevenue\n    2.5\n`)
  expect(changed).toMatch(/\n2 \(import\) +20\S+Z +ownnet +2026-03-01 to 2026-03-01 +-10.5\n$/)
  const json = JSON.parse(await adtallyWorks(['cite', 'studio', path, '--json'], options))
  expect([json.cited.totals, json.now.totals, json.is_same]).toEqual([['13'], ['2.5'], false])

  const { code, stderr } = await adtally(['cite', 'studio', '/c/AAAA'], options)
  expect([code, stderr]).toEqual([1, expect.stringContaining('This is no citation')])
})
