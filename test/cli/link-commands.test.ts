import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { adtally, adtallyJson, adtallyWorks, failureLines } from './run-adtally.ts'
import { newStudio } from './studio.ts'

const report = `day,application,platform,network,ad_format,country,impressions,estimated_revenue
2026-03-01,"Zoe's ""big"" game; $HOME",ios,APPLOVIN,BANNER,US,10,0.5
2026-03-01,Brick & Co #1 \`id\`,android,APPLOVIN,BANNER,US,20,0.25
2026-03-01,plain,ios,APPLOVIN,BANNER,DE,30,0.125
`

test('the commands that a refused import prints can be pasted into a shell', async () => {
  const { folder, options } = await newStudio()
  await writeFile(join(folder, 'max.csv'), report)
  const refused = await adtally(['import', 'stats', 'max.csv'], options)
  expect(refused.code).toBe(1)
  const commands = failureLines(refused).filter((line) => line.startsWith('  adtally apps link'))
  expect(commands, refused.stderr).toHaveLength(3)

  const pasted = commands.map((line) =>
    line.replace('APP_ID', line.includes('android') ? 'brick' : 'zap'),
  )
  // The shell splits each line into arguments.
  const script = ["adtally() { printf '%s\\0' \"$@\"; printf '\\n'; }", 'set -e', ...pasted]
  const { stdout } = await promisify(execFile)('sh', ['-c', script.join('\n')], {
    env: { PATH: process.env.PATH, HOME: folder },
  })
  const printed: string[] = []
  for (const line of stdout.trim().split('\n')) {
    printed.push(await adtallyWorks(line.split('\0').slice(0, -1), options))
  }
  expect(printed.map((text) => text.trimEnd()).toSorted()).toEqual([
    'applovin Brick & Co #1 `id` is linked to the app brick.',
    'applovin Zoe\'s "big" game; $HOME is linked to the app zap.',
    'applovin plain is linked to the app zap.',
  ])

  const summary = await adtallyJson(['import', 'stats', 'max.csv'], options)
  expect(summary).toMatchObject({ source: 'applovin-max', slices: 2, impressions: '60' })
  expect(summary.revenue).toEqual({ USD: '0.875' })
})
