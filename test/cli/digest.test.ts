import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { adtally, adtallyWorks } from './run-adtally.ts'
import { newStudio } from './studio.ts'

const header = 'date,app_id,network,format,country,impressions,revenue'

test('prints a digest as text and as HTML, and refuses one without figures', async () => {
  const { folder, options } = await newStudio()
  const { code, stderr } = await adtally(['digest', 'studio'], options)
  expect(code).toBe(1)
  expect(stderr).toContain('No network has reported figures of "studio" in the last 30 days')

  const rows = [10, 1].map((ago) => {
    const day = new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
    return `${day},zap,acme,video,US,1000,12.5\n`
  })
  await writeFile(join(folder, 'recent.csv'), `${header}\n${rows.join('')}`)
  await adtallyWorks(['import', 'stats', 'recent.csv'], options)
  const text = await adtallyWorks(['digest', 'studio'], options)
  expect(text).toMatch(/^studio, .+\n/)
  expect(text).toMatch(/^Revenue: 12\.50 USD \[1\]$/m)
  expect(text).toMatch(/^\[1\] \/c\/\S+$/m)
  const html = await adtallyWorks(['digest', 'studio', '--html'], options)
  expect(html).toMatch(/^<!doctype html>\n/)
  const { period } = JSON.parse(
    await adtallyWorks(['digest', 'studio', '--weekly', '--json'], options),
  )
  expect(period).toBe('weekly')
})
