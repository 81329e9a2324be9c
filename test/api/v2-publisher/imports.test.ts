import { readdir } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { workbookFile } from '../../fixtures/workbook-file.ts'
import { zipFile } from '../../fixtures/zip-file.ts'
import { csv, header, shareSite } from '../../import/import-site.ts'
import { type ImportClient, importClient, importsPath, oneSlice } from './import-client.ts'

const site = shareSite()
let client: ImportClient
beforeAll(async () => {
  client = await importClient(site())
})

describe('a file', () => {
  const named = { file_name: 'upload.csv' }
  const typed = (type: string) => ({ 'content-type': type })

  test.each([
    ['as the body', () => client.post(oneSlice(3))],
    ['as gzip', () => client.post(gzipSync(oneSlice(3)), {}, { 'content-encoding': 'gzip' })],
    ['without a type', () => client.send('POST', importsPath, named, {}, Buffer.from(oneSlice(3)))],
    ['in a form', () => client.form([['file', ['a.csv', oneSlice(3)]]])],
    [
      'with a name instead of a type',
      () => client.post(oneSlice(3), named, typed('application/octet-stream')),
    ],
    [
      'with a format instead of a type',
      () => client.post(oneSlice(3), { input_format: 'csv' }, typed('a/b')),
    ],
  ])('%s is imported, and the answer has its summary', async (_, send) => {
    const response = await send()
    expect(response.statusCode).toBe(201)
    const { data } = response.json()
    expect(data).toMatchObject({
      id: expect.any(String),
      state: 'done',
      import: expect.any(Number),
      dry_run: false,
      summary: { import: data.import, rows: 1, slices: 1, impressions: '3', revenue: { USD: '1' } },
    })
    expect(response.headers.location).toBe(`https://reports.example${importsPath}/${data.id}`)
    expect(await site().figures()).toEqual(['2026-03-01 zap-ios ownnet video US 3 0 0 1000000'])
    // Neither accounts nor files of the server are the client's business.
    expect(Object.keys(data.summary)).not.toContain('accounts')
    expect(Object.keys(data.summary)).not.toContain('reject_file')
    expect(await readdir(site().directory.work)).toEqual([])
  })

  test('may be one of several in a form, with rates and options as fields', async () => {
    const rows = (day: string) =>
      csv(
        [`${day},zap-ios,admob,video,US,1,1,EUR`],
        'date,app_id,network,format,country,impressions,revenue,currency',
      )
    const response = await client.form([
      ['file', ['a.csv', rows('2026-02-01')]],
      ['rates', ['r.csv', 'day,currency,rate\n2026-02-01,EUR,2\n2026-02-02,EUR,4\n']],
      ['file', ['b.csv', rows('2026-02-02')]],
      ['partial', 'false'],
      ['source', 'adtally'],
    ])
    expect(response.statusCode, response.body).toBe(201)
    expect(response.json().data.summary).toMatchObject({
      files: ['a.csv', 'b.csv'],
      revenue: { USD: '6' },
      converted: { EUR: '2' },
    })
  })
})

describe('a dry run', () => {
  test('tells what would change per network and day, and writes nothing', async () => {
    const before = await site().figures()
    await client.post(
      csv(['2026-04-01,zap-ios,ownnet,video,US,10,1', '2026-04-02,zap-ios,ownnet,video,US,5,1']),
    )
    const response = await client.post(
      csv([
        '2026-04-01,zap-ios,ownnet,video,US,10,1',
        '2026-04-01,brick,ownnet,video,US,1,0.5',
        '2026-04-02,zap-ios,ownnet,video,US,7,1.25',
        '2026-04-02,zap-ios,admob,video,US,1,0',
      ]),
      { dry_run: 'true' },
    )
    expect(response.statusCode).toBe(200)
    const { data } = response.json()
    expect(data).toMatchObject({ state: 'done', import: null, dry_run: true })
    const none = { slices_added: 0, slices_restated: 0, slices_unchanged: 0, slices_removed: 0 }
    expect(data.summary).toMatchObject({ rows: 4, slices: 4, unchanged_slices: 1, more_days: 0 })
    expect(data.summary.days).toEqual([
      {
        network: 'admob',
        day: '2026-04-02',
        rows: 1,
        ...none,
        slices_added: 1,
        impressions_before: '0',
        impressions_after: '1',
        revenue_before: '0',
        revenue_after: '0',
      },
      {
        network: 'ownnet',
        day: '2026-04-01',
        rows: 2,
        ...none,
        slices_added: 1,
        slices_unchanged: 1,
        impressions_before: '10',
        impressions_after: '11',
        revenue_before: '1',
        revenue_after: '1.5',
      },
      {
        network: 'ownnet',
        day: '2026-04-02',
        rows: 1,
        ...none,
        slices_restated: 1,
        impressions_before: '5',
        impressions_after: '7',
        revenue_before: '1',
        revenue_after: '1.25',
      },
    ])
    const after = await site().figures()
    expect(after).toHaveLength(before.length + 2)
    expect((await client.get(data.id)).json().data).toMatchObject({
      state: 'done',
      dry_run: true,
      import: null,
      summary: data.summary,
    })
  })

  test('refuses what an import refuses, and is no failed import', async () => {
    const response = await client.post(oneSlice(-1), { dry_run: 'true' })
    expect(response.statusCode).toBe(422)
    const account = await site().installation.accounts.get('studio')
    expect(await site().installation.failedImports.ofAccount(account.id, 10)).toEqual([])
  })
})

describe('a refused file', () => {
  const bad = csv([
    '2026-03-01,zap-ios,ownnet,video,US,1.5,1',
    '2026-03-01,zap-ios,ownnet,video,XX,1,<b>',
  ])

  test('gives a problem with the code, file, line and column of each fault', async () => {
    const response = await client.form([['file', ['march.csv', bad]]])
    expect(response.statusCode).toBe(422)
    expect(response.headers['content-type']).toContain('application/problem+json')
    const body = response.json()
    expect(body).toMatchObject({ code: 'refused', status: 422, refusal: { code: 'bad_cells' } })
    expect(body.detail).toContain(
      'Nothing was imported. Fix these 3 cells:\nmarch.csv:2: impressions',
    )
    expect(body.refusal.places).toEqual([
      {
        file: 'march.csv',
        line: 2,
        column: 'impressions',
        value: '1.5',
        accepts: 'a whole number, 0 or more, of at most 15 digits',
      },
      expect.objectContaining({ line: 3, column: 'country', value: 'XX' }),
      expect.objectContaining({ line: 3, column: 'revenue', value: '<b>' }),
    ])
    expect(response.body).not.toContain('<b>')
  })

  test('is remembered with its problem', async () => {
    const { headers, ...refused } = await client.post(bad)
    const id = String(headers.location).split('/').at(-1)!
    const { data } = (await client.get(id)).json()
    expect(data).toMatchObject({ id, state: 'refused', import: null, files: ['upload.csv'] })
    expect(data.problem).toEqual(JSON.parse(refused.body))
    expect((await client.get()).json().requests).toContainEqual(data)
  })

  test.each<[string, string, Record<string, string>, object, RegExp]>([
    [
      'an unknown app',
      csv(['2026-03-01,nope,ownnet,video,US,1,1']),
      {},
      { code: 'unknown_apps', places: [{ line: 2, column: 'app_id', value: 'nope' }] },
      /1 app is unknown.* Ask the operator to import it/,
    ],
    [
      'an unknown report',
      'a,b\n1,2\n',
      {},
      { code: 'report_unrecognised' },
      /Known sources: adtally/,
    ],
    ['no format', 'x', { file_name: 'x.txt' }, { code: 'format_unknown' }, /`input_format=FORMAT`/],
    ['an empty file', '', {}, { code: 'file_empty' }, /is empty/],
    [
      'a day that the report has',
      oneSlice(1),
      { day: '2026-03-01' },
      { code: 'context_repeated' },
      /Leave out `day`/,
    ],
    ['an unknown app option', oneSlice(1), { app: 'nope' }, { code: 'unknown_app' }, /nope/],
  ])(
    'with %s gives its refusal in the words of the interface',
    async (_, body, query, refusal, text) => {
      const response = await client.post(body, query)
      expect(response.statusCode, response.body).toBe(422)
      const problem = response.json()
      expect(problem.refusal).toMatchObject(refusal)
      expect(problem.detail).toMatch(text)
      expect(problem.detail).not.toMatch(/--|adtally |ADTALLY|\/tmp/)
    },
  )

  test('in a workbook or a zip archive names its rows and advice', async () => {
    const rows = [header.split(','), '2026-05-01,zap-ios,ownnet,video,US,x,1'.split(',')]
    const send = (body: Buffer, type: string) =>
      client.post(body, { file_name: 'a b' }, { 'content-type': type })
    const workbook = await send(
      workbookFile(rows),
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    )
    expect(workbook.json()).toMatchObject({
      status: 422,
      refusal: { code: 'bad_cells' },
    })
    expect(workbook.json().refusal.places).toMatchObject([{ line: 2, column: 'impressions' }])
    const archive = await send(zipFile({ a: 'x', b: 'y' }), 'application/zip')
    expect(archive.json().refusal).toMatchObject({ code: 'zip_not_single' })
    expect(archive.json().detail).toMatch(/2 files: a and b\. Unpack it/)
  })

  test('may be imported without its bad slices, and no reject file is kept', async () => {
    const rows = [
      '2026-05-01,zap-ios,ownnet,video,US,1,1',
      '2026-05-02,zap-ios,ownnet,video,US,x,1',
    ]
    const response = await client.post(csv(rows), { skip_bad_rows: 'true' })
    expect(response.json().data.summary).toMatchObject({ slices: 1, skipped_rows: 1 })
    await expect(readdir(site().directory.rejects)).rejects.toMatchObject({ code: 'ENOENT' })
  })
})

test.each<[string, Record<string, string>, RegExp]>([
  ['dry-run', { 'dry-run': 'true' }, /is unknown; accepted are source,/],
  ['dry_run', { dry_run: 'yes' }, /true or false/],
  ['wait', { wait: '61' }, /0 to 60/],
  ['day', { day: '2026-02-30' }, /calendar day/],
  ['source', { source: 'nope' }, /one of auto, adtally/],
  ['file_name', { file_name: 'a\u0000b' }, /without control characters/],
  ['network', { network: 'Ünknown' }, /lower-case/],
])('the option %s is checked before the file is read', async (name, query, message) => {
  const response = await client.post(oneSlice(1), query)
  expect(response.statusCode).toBe(400)
  const { code, errors } = response.json()
  expect(code).toBe('bad_parameters')
  expect(errors).toEqual([{ parameter: name, message: expect.stringMatching(message) }])
})

const file = ['file', ['a.csv', oneSlice(1)]] as const
const day = ['day', '2026-03-01'] as const
const rates = ['rates', ['a', 'x']] as const

test.each<[string, Parameters<ImportClient['form']>[0], string]>([
  ['an unknown field', [['dryrun', 'true'], file], 'dryrun'],
  ['a field twice', [day, day, file], 'day'],
  ['an unknown file', [['figures', file[1]]], 'figures'],
  ['rates twice', [rates, rates], 'rates'],
  ['no file', [['partial', 'true']], 'file'],
  ['a long field', [['source', 'x'.repeat(5_000)]], 'source'],
])('a form with %s is refused', async (_, parts, parameter) => {
  const response = await client.form(parts)
  expect(response.statusCode).toBe(400)
  expect(response.json().errors).toEqual([{ parameter, message: expect.any(String) }])
})

test.each([
  '',
  'no boundary',
  '--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nx',
])('a form that is cut off is a bad request: %j', async (body) => {
  const type = { 'content-type': 'multipart/form-data; boundary=b' }
  const response = await client.post(body, {}, type)
  expect(response.statusCode).toBe(400)
  expect(await readdir(site().directory.work)).toEqual([])
})

describe('a request that is not waited for', () => {
  test('gives an id, whose result comes later', async () => {
    const response = await client.post(oneSlice(8), { wait: '0' })
    expect(response.statusCode).toBe(202)
    const { id } = response.json().data
    expect(response.headers.location).toMatch(new RegExp(`/imports/${id}$`))
    const ended = await client.ended(id)
    expect(ended).toMatchObject({ id, state: 'done', summary: { impressions: '8' }, problem: null })
    expect(ended.entry).toMatchObject({ id: ended.import, kind: 'import', impressions: '5' })
    const byNumber = (await client.get(String(ended.import))).json().data
    expect(byNumber).toEqual(ended)
  })
})

test('the list has the entries of the account, newest first', async () => {
  const { data, requests, next_before: next } = (await client.get()).json()
  expect(data.length).toBeGreaterThan(1)
  expect(data[0].id).toBeGreaterThan(data[1].id)
  expect(next).toBeNull()
  const states = requests.map(({ state }: { state: string }) => state)
  expect(new Set(states)).toEqual(new Set(['refused']))
  const older = (await client.get('', { before: String(data[0].id) })).json()
  expect(older).toEqual({ data: data.slice(1), requests: [], next_before: null })
  expect((await client.get('', { before: '-1' })).statusCode).toBe(400)
})

describe('an undo', () => {
  test('withdraws an import, by its number or its request', async () => {
    const figures = () => site().readAccount(1, 'slices', ['day'])
    const before = await figures()
    for (const by of ['import', 'id']) {
      const { data } = (await client.post(csv(['2026-06-01,brick,ownnet,video,US,1,1']))).json()
      const response = await client.undo(data[by])
      expect(response.statusCode).toBe(200)
      expect(response.json().data).toMatchObject({ import: data.import, removed_slices: 1 })
      expect(await figures()).toEqual(before)
      const again = await client.undo(data[by])
      expect([again.statusCode, again.json().refusal.code]).toEqual([422, 'import_undone'])
    }
  })

  test('of a request that imported nothing is refused', async () => {
    const { data } = (await client.post(oneSlice(1), { dry_run: 'true' })).json()
    const response = await client.undo(data.id)
    expect(response.statusCode).toBe(422)
    expect(response.json().refusal.code).toBe('request_without_import')
  })
})

test('what a client does is recorded with the name of its key', async () => {
  const { listAuditEvents } = await import('../../../src/use-cases/list-audit-events.ts')
  const [event] = await site().call(listAuditEvents, { limit: 1 })
  expect(event).toMatchObject({ action: 'import_undone', actor: 'key', name: 'importer' })
})

test.each([
  ['', 'GET, HEAD, POST', ['PUT', 'PATCH', 'DELETE']],
  ['/1', 'GET, HEAD', ['POST', 'PUT', 'DELETE']],
  ['/1/undo', 'POST', ['GET', 'HEAD', 'DELETE']],
] as const)('the address …/imports%s refuses other methods', async (path, allowed, methods) => {
  for (const method of methods) {
    const response = await client.server.send(method, `${importsPath}${path}`)
    expect([response.statusCode, response.headers.allow]).toEqual([405, allowed])
  }
})

test('without a key, nothing is read', async () => {
  for (const send of [
    () => client.post(oneSlice(1), {}, { authorization: 'Bearer wrong' }),
    () => client.post(oneSlice(1), { developer: 'euros' }),
    () => client.send('GET', importsPath, { developer: 'euros' }),
  ]) {
    const response = await send()
    expect([response.statusCode, response.json().code]).toEqual([401, 'unauthorized'])
  }
})
