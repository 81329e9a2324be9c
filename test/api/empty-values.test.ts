import { beforeAll, expect, test } from 'vitest'
import { csv, shareSite } from '../import/import-site.ts'
import {
  type ImportClient,
  importClient,
  importsPath,
  oneSlice,
} from './v2-publisher/import-client.ts'

const site = shareSite()
let client: ImportClient
beforeAll(async () => {
  client = await importClient(site())
})

interface Refusal {
  readonly code: string
  readonly errors: readonly { readonly parameter: string; readonly message: string }[]
}

test('an import with an empty dry_run is refused, and imports nothing', async () => {
  const inAddress = await client.post(oneSlice(3), { dry_run: '', skip_bad_rows: '' })
  expect(inAddress.statusCode).toBe(400)
  const { code, errors } = inAddress.json<Refusal>()
  expect(code).toBe('bad_parameters')
  expect(errors.map(({ parameter }) => parameter)).toEqual(['dry_run', 'skip_bad_rows'])
  expect(errors[0]!.message).toMatch(/^is empty; leave it out, or give /)
  const inForm = await client.form([
    ['dry_run', ''],
    ['file', ['a.csv', oneSlice(3)]],
  ])
  expect([
    inForm.statusCode,
    inForm.json<Refusal>().errors.map(({ parameter }) => parameter),
  ]).toEqual([400, ['dry_run']])
  expect(await site().figures()).toEqual([])
})

test.each([
  ['/api/v2/publisher/report/changed', 'since'],
  ['/api/v2/publisher/report/changed', 'cursor'],
  ['/api/v2/publisher/changes', 'since'],
  ['/api/v2/publisher/freshness', 'start_date'],
  ['/api/v2/publisher/report', 'network'],
  [importsPath, 'before'],
])('%s refuses an empty %s', async (path, parameter) => {
  const refused = await client.send('GET', path, { [parameter]: '' })
  expect(refused.statusCode).toBe(400)
  const { errors } = refused.json<Refusal>()
  expect(errors.map((error) => error.parameter)).toContain(parameter)
})

test('in the documented families, an empty value is an absent one', async () => {
  await client.post(csv(['2026-03-01,zap-ios,ownnet,video,US,3,1']))
  const days = { start_date: '2026-03-01', end_date: '2026-03-01' }
  const path = '/api/v2/publisher/applications/stats'
  const all = await client.send('GET', path, days)
  const empty = await client.send('GET', path, { ...days, app_id: '', geo: '', network: '' })
  expect([empty.statusCode, empty.body]).toEqual([200, all.body])
})
