import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { importClient } from '../api/v2-publisher/import-client.ts'
import { adtally } from '../cli/run-adtally.ts'
import { keptLog } from '../fixtures/kept-log.ts'
import { serveReports } from '../fixtures/report-server.ts'
import { csv, openSite, studioKey } from './import-site.ts'

const device = '4f2a07bc-315b-11e9-b210-d663bd873d93'
const ids = Array.from({ length: 4 }, () => device).join()
const idColumns = 'idfa,idfv,gaid,user_id'
const native = 'date,app_id,network,format,country,impressions,revenue'
const userLevel =
  'Date,Ad Unit ID,Ad Unit Name,Waterfall,Ad Format,Placement,Country,Device Type,IDFA,IDFV,User ID,Network,Revenue'
const ofUser = (revenue: string) =>
  `2026-03-02 15:53:07.39,97f7,level,Default,INTER,home,kr,PHONE,${device},${device},${device},ADMOB_BIDDING,${revenue}`
const good = '2026-03-01,zap-ios,ownnet,video,US,10,1'

const max =
  'Day,Application,Package Name,Platform,Ad Format,Country,Network,Impressions,Est. Revenue'
const ofMax = (day: string, revenue: string) =>
  `2026-03-${day},Zap,com.example.zap,iOS,Banner,US,ADMOB_BIDDING,10,${revenue},${ids}`
const ofOwn = {
  app_id: 'zap-ios',
  network: 'ownnet',
  format: 'video',
  country: 'US',
  impressions: 10,
  revenue: 1,
}
const asDetails = ['--kind', 'details', '--app', 'zap-ios']

/** Files with identifiers of devices, and the options of a command. */
const files: Readonly<Record<string, readonly [text: string, ...options: string[]]>> = {
  'own.csv': [csv([`${good},${ids}`], `${native},${idColumns}`)],
  'own-ragged.csv': [csv([`${good},${ids}`], native)],
  'own.ndjson': [`${JSON.stringify({ date: '2026-03-01', revenue: 'ten', idfa: device })}\n`],
  'own-skipped.ndjson': [
    [
      { ...ofOwn, date: '2026-03-01', idfa: device },
      { ...ofOwn, date: '2026-03-04' },
    ]
      .map((row) => `${JSON.stringify(row)}\n`)
      .join(''),
    '--skip-bad-rows',
  ],
  'max.csv': [csv([ofMax('01', '1')], `${max},${idColumns}`)],
  'max-bad.csv': [csv([ofMax('01', 'ten')], `${max},${idColumns}`)],
  'max-skipped.csv': [
    csv([ofMax('01', 'ten'), ofMax('03', '1')], `${max},${idColumns}`),
    '--skip-bad-rows',
  ],
  'max-ragged.csv': [csv([`${ofMax('01', '1')},${device}`], `${max},${idColumns}`)],
  'max-quoted.csv': [csv([ofMax('01', `"1`)], `${max},${idColumns}`)],
  'max.json': [JSON.stringify({ code: 200, results: [{ day: '2026-03-01', idfa: device }] })],
  'users.csv': [csv([ofUser('0.000079'), ofUser('0.000079')], userLevel), ...asDetails],
  'users-bad.csv': [csv([ofUser('ten')], userLevel), ...asDetails],
  'unknown.csv': [csv([ids], idColumns)],
}
const succeed = ['own-skipped.ndjson', 'max.csv', 'max-skipped.csv', 'max-ragged.csv', 'users.csv']

/** The files of a folder that contain a text, with those of folders in it. */
async function filesWith(folder: string, text: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  const found = await Promise.all(paths.map(async (path) => (await readFile(path)).includes(text)))
  return paths.filter((_, nth) => found[nth])
}

test('identifiers of devices are nowhere: not in the data, logs, answers and errors', async () => {
  const site = await openSite()
  const { root } = site.directory
  await site.close()
  for (const [name, [text, ...options]] of Object.entries(files)) {
    const { path } = await site.file(name, text)
    const ran = await adtally(['import', 'stats', path, ...options, '--data-dir', root])
    expect([name, ran.code], ran.stderr).toEqual([name, succeed.includes(name) ? 0 : 1])
    expect(JSON.stringify(ran)).not.toContain(device)
  }

  await site.open()
  const { log, lines } = keptLog()
  const server = serveReports(site.installation, { log })
  const client = await importClient(site, { server })
  for (const [name, [text, ...options]] of Object.entries(files)) {
    const query = {
      file_name: name,
      ...(options.includes('--kind') && { kind: 'details', app: 'zap-ios' }),
      ...(options.includes('--skip-bad-rows') && { skip_bad_rows: 'true' }),
    }
    const sent = await client.post(text, query)
    const isGood = sent.statusCode < 300
    expect([name, isGood], sent.body).toEqual([name, succeed.includes(name)])
    expect(sent.body + JSON.stringify(sent.headers)).not.toContain(device)
  }
  const listed = await client.get()
  expect(listed.body).toContain('max.csv')
  expect(listed.body).not.toContain(device)
  const asked = await site.server.get(
    '/api/v2/publisher/report',
    {
      start_date: '2026-03-02',
      end_date: '2026-03-02',
      dimensions: 'placement,device_type',
      metrics: 'impressions,revenue',
    },
    { authorization: `Bearer ${studioKey}` },
  )
  expect(asked.body).toContain('home')
  expect(JSON.parse(asked.body).data.map((row: object) => Object.values(row))).toContainEqual([
    'home',
    'phone',
    2,
    0.000158,
  ])
  await server.close()
  await site.close()
  expect(lines.join('')).not.toContain(device)
  expect(await filesWith(root, device)).toEqual([])
  expect(await filesWith(root, 'com.example.zap'), 'what is stored is found').not.toEqual([])
})
