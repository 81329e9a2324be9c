import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { adtallyJson, adtallyWorks } from './run-adtally.ts'
import { newStudio } from './studio.ts'

const stats = `date,app_id,network,format,country,impressions,revenue
2026-03-01,hop,admob,banner,JP,1000,1234.5
2026-03-02,hop,admob,banner,JP,400,0.499999
`

test('amounts in yen are printed without decimals in tables, and exactly in JSON and CSV', async () => {
  const { folder, options } = await newStudio()
  const run = (...args: string[]) => adtallyWorks(args, options)
  await run('accounts', 'create', 'tokyo', '--currency', 'JPY')
  await writeFile(
    join(folder, 'yen-apps.csv'),
    'app_id,publisher,app_name,platform\nhop,tokyo,Hop,ios\n',
  )
  await run('import', 'apps', 'yen-apps.csv')
  await writeFile(join(folder, 'yen.csv'), stats)
  expect(await run('import', 'stats', 'yen.csv')).toContain(', 1235 JPY.')
  const days = ['--start-date', '2026-03-01', '--end-date', '2026-03-02']
  const asked = ['report', 'tokyo', ...days, '--dimensions', 'date', '--metrics', 'revenue,ecpm']
  expect(await run(...asked)).toBe(
    [
      'date        revenue  ecpm',
      '2026-03-01     1235  1235',
      '2026-03-02        0     1',
      'total          1235   882',
      '2026-03-01 to 2026-03-02, in JPY',
      '',
    ].join('\n'),
  )
  expect(await run(...asked, '--format', 'csv')).toContain('2026-03-01,1234.5,')
  const [entry] = await adtallyJson(['imports'], options)
  expect(entry.changes[0].revenue).toBe('1234.999999')
  expect(await run('imports')).toContain('tokyo +1235 JPY')
  const range = ['--start-date', '2026-03-01', '--end-date', '2026-03-01', '--dry-run']
  expect(await run('figures', 'delete', 'tokyo', ...range)).toContain('1235 JPY.')
})
