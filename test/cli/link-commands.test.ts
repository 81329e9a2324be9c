import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { adtally, adtallyJson, failureLines, newStudio } from './run-adtally.ts'

const project = fileURLToPath(new URL('../../', import.meta.url))

const report = `day,application,platform,ad_format,country,impressions,estimated_revenue
2026-03-01,"Zoe's ""big"" game; $HOME",ios,BANNER,US,10,0.5
2026-03-01,Brick & Co #1 \`id\`,android,BANNER,US,20,0.25
2026-03-01,plain,ios,BANNER,DE,30,0.125
`

test('the commands that a refused import prints can be pasted into a shell as they are', async () => {
  const { folder, directory, options } = await newStudio()
  await writeFile(join(folder, 'max.csv'), report)
  const refused = await adtally(['import', 'stats', 'max.csv'], options)
  expect(refused.code).toBe(1)
  const commands = failureLines(refused).filter((line) => line.startsWith('  adtally apps link'))
  expect(commands, refused.stderr).toHaveLength(3)

  const node = join(project, 'node_modules', '.bin', 'node')
  const main = join(project, 'src', 'main.ts')
  const pasted = commands.map((line) =>
    line.replace('APP_ID', line.includes('android') ? 'brick' : 'zap'),
  )
  const script = [`adtally() { '${node}' '${main}' "$@"; }`, 'set -e', ...pasted].join('\n')
  const { stdout } = await promisify(execFile)('sh', ['-c', script], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, ADTALLY_DATA_DIR: directory },
  })
  expect(stdout.trim().split('\n').toSorted()).toEqual([
    'applovin Brick & Co #1 `id` now means the app brick.',
    'applovin Zoe\'s "big" game; $HOME now means the app zap.',
    'applovin plain now means the app zap.',
  ])

  const summary = await adtallyJson(['import', 'stats', 'max.csv'], options)
  expect(summary).toMatchObject({ source: 'applovin-max', slices: 2, impressions: '60' })
  expect(summary.revenue).toEqual({ USD: '0.875' })
})
