import { readdir } from 'node:fs/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { importFigures } from '../../../src/use-cases/import-figures.ts'
import { refuse } from '../../../src/use-cases/refusals.ts'
import { csv, shareSite } from '../../import/import-site.ts'
import { inmobiReport } from '../../import/network-reports.ts'
import { type ImportClient, importClient, importsPath, oneSlice } from './import-client.ts'

const site = shareSite()
let studio: ImportClient
let euros: ImportClient
/** A key of `studio` that sees `zap-ios` alone. */
let narrow: ImportClient
beforeAll(async () => {
  studio = await importClient(site())
  const { server } = studio
  euros = await importClient(site(), { developer: 'euros', server })
  const [zap] = await site().installation.apps.byIds(['zap-ios'])
  narrow = await importClient(site(), { name: 'narrow', apps: [zap!.key], server })
})

const euroSlice = csv(['2026-03-01,euro-app,ownnet,video,US,1,1'])
const native = (app: string) => csv([`2026-03-01,${app},ownnet,video,US,1,1`])
const reportOf = (bundle: string) => inmobiReport([{ id: '9', name: 'Any', bundle }])
const ndjson = (app: string) =>
  `${JSON.stringify({ date: '2026-03-01', app_id: app, network: 'n', format: 'f', country: 'US', impressions: 1, revenue: 1 })}\n`

describe('an import writes to its own account', () => {
  test.each<[string, () => ReturnType<ImportClient['post']>]>([
    ["in Adtally's own format", () => studio.post(native('euro-app'))],
    ['in NDJSON', () => studio.post(ndjson('euro-app'), { input_format: 'ndjson' })],
    ['in a report', () => studio.post(reportOf('com.example.euro'))],
    ['with a given app', () => studio.post('a', { app: 'euro-app' })],
    ['with a key of some apps', () => narrow.post(native('brick'))],
    ['in a report with a key of some apps', () => narrow.post(reportOf('com.example.brick'))],
    ['with a given app and a key of some apps', () => narrow.post('a', { app: 'brick' })],
  ])('%s, where other apps are unknown apps', async (_, send) => {
    const before = await site().slices()
    const response = await send()
    expect(response.statusCode).toBe(422)
    const { refusal } = response.json()
    expect(['unknown_apps', 'unknown_network_apps', 'unknown_app']).toContain(refusal.code)
    expect(await site().slices()).toEqual(before)
  })

  test('and an app of another looks like one that does not exist', async () => {
    const detail = async (bundle: string) => {
      const response = await studio.post(reportOf(bundle))
      return response.json().detail.replaceAll(bundle, 'BUNDLE')
    }
    expect(await detail('com.example.euro')).toBe(await detail('com.example.nobody'))
  })

  test('also when the apps that it names are created', async () => {
    const response = await studio.post(reportOf('com.example.euro'), { create_apps: 'true' })
    expect(response.statusCode, response.body).toBe(201)
    const lines = await site().readAccount(2, 'slices', ['day'])
    expect(lines).toEqual([])
    expect((await studio.undo(response.json().data.import)).statusCode).toBe(200)
  })

  test('and a key of some apps creates none', async () => {
    const response = await narrow.post(reportOf('com.example.new'), { create_apps: 'true' })
    expect([response.statusCode, response.json().code]).toEqual([403, 'forbidden'])
    const form = [
      ['create_apps', 'true'],
      ['file', ['a.csv', reportOf('com.example.new')]],
    ] as const
    expect((await narrow.form(form)).json().code).toBe('forbidden')
  })
})

describe("another account's imports", () => {
  test('look like none', async () => {
    const { data } = (await euros.post(euroSlice)).json()
    for (const id of [data.id, String(data.import), '999', 'nope', '0', '4294967296']) {
      for (const [client, send] of [
        [studio, () => studio.get(id)],
        [studio, () => studio.undo(id)],
        [narrow, () => narrow.get(id)],
      ] as const) {
        const response = await send()
        expect(client && response.statusCode, id).toBe(404)
        const { code, detail } = response.json()
        expect([code, detail.replace(/"/g, '')]).toEqual([
          'unknown_import',
          expect.stringMatching(new RegExp(`^There is no import ${id}`)),
        ])
      }
    }
    const listed = JSON.stringify((await studio.get()).json())
    expect(listed).not.toContain(data.id)
  })

  test('are not undone with an import that touched both', async () => {
    const file = csv([
      '2026-04-01,zap-ios,ownnet,video,US,1,1',
      '2026-04-01,euro-app,ownnet,video,US,1,1',
    ])
    const summary = await site().call(
      importFigures,
      {},
      { files: [await site().file('a.csv', file)] },
    )
    for (const client of [studio, euros]) {
      const response = await client.undo(summary.import)
      expect(response.statusCode).toBe(422)
      expect(response.json().refusal.code).toBe('undo_beyond_bounds')
      expect(response.json().detail).toMatch(/Only the operator can undo it$/)
    }
    // Its file may be named after the other one.
    expect((await studio.get(String(summary.import))).json().data.files).toBeNull()
  })

  test('are touched by an import that stated the same figures again', async () => {
    const own = '2026-04-02,zap-ios,ownnet,video,US,1,1'
    await euros.post(csv(['2026-04-02,euro-app,ownnet,video,US,1,1']))
    const file = csv([own, '2026-04-02,euro-app,ownnet,video,US,1,1'])
    const summary = await site().call(
      importFigures,
      {},
      { files: [await site().file('a.csv', file)] },
    )
    expect(summary.unchanged_slices).toBe(1)
    expect((await studio.undo(summary.import)).json().refusal.code).toBe('undo_beyond_bounds')
  })
})

describe('a key of some apps', () => {
  test('imports for them, and sees and undoes what is theirs alone', async () => {
    const mine = (await narrow.post(oneSlice(3))).json().data
    const both = (
      await studio.post(
        csv(['2026-05-01,zap-ios,ownnet,video,US,1,1', '2026-05-01,brick,ownnet,video,US,9,9']),
      )
    ).json().data
    const brick = (await studio.post(csv(['2026-05-02,brick,ownnet,video,US,9,9']))).json().data
    expect((await narrow.get(mine.id)).json().data).toMatchObject({
      state: 'done',
      summary: mine.summary,
    })
    expect((await narrow.get(both.id)).statusCode).toBe(404)
    // Of an import that others are in too, it sees its own part.
    const seen = (await narrow.get(String(both.import))).json().data
    expect(seen).toMatchObject({
      id: null,
      summary: null,
      files: null,
      entry: { impressions: '1' },
    })
    expect((await narrow.get(String(brick.import))).statusCode).toBe(404)
    const listed = (await narrow.get()).json().data.map(({ id }: { id: number }) => id)
    expect(listed).toContain(mine.import)
    expect(listed).not.toContain(brick.import)
    expect((await narrow.undo(both.import)).json().refusal.code).toBe('undo_beyond_bounds')
    expect((await narrow.undo(brick.import)).statusCode).toBe(404)
    expect((await narrow.undo(mine.id)).statusCode).toBe(200)
  })
})

test.each([
  ['read', 'POST', ''],
  ['read', 'POST', '/1/undo'],
  ['import', 'GET', ''],
] as const)('a key that may only %s may not %s imports%s', async (permission, method, path) => {
  const name = `${permission} ${method} ${path}`
  const { server } = studio
  const client = await importClient(site(), { name, permissions: [permission], server })
  const response = await client.send(method, `${importsPath}${path}`)
  expect([response.statusCode, response.json().code]).toEqual([403, 'forbidden'])
})

test('an upload is bounded, whether its length is known or not', async () => {
  const { importRequests } = site().installation
  const { maxUploadBytes } = importRequests.services
  Object.assign(importRequests.services, { maxUploadBytes: 1_000 })
  try {
    const large = csv(Array(100).fill('2026-03-01,zap-ios,ownnet,video,US,1,1'))
    for (const response of [
      await studio.post(large),
      await studio.form([['file', ['a.csv', large]]]),
      await studio.post(large, {}, { 'content-length': String(100 * 1024 ** 2) }),
    ]) {
      expect([response.statusCode, response.json().code]).toEqual([413, 'upload_too_large'])
      expect(response.json().detail).toContain('larger than 1,000 bytes')
    }
  } finally {
    Object.assign(importRequests.services, { maxUploadBytes })
  }
  expect(await readdir(site().directory.work)).toEqual([])
})

test('a full disk is not the fault of the file, and its size is not told', async () => {
  const { services } = site().installation.importRequests
  const { refuseFullDisk } = services
  Object.assign(services, {
    refuseFullDisk: async () => {
      throw refuse('disk_full', { freeBytes: 1_234_567_890, neededBytes: 9 })
    },
  })
  try {
    const response = await studio.post(oneSlice(1))
    expect([response.statusCode, response.json().code]).toEqual([503, 'import_unavailable'])
    expect(response.headers['retry-after']).toBe('60')
    expect(response.json().detail).not.toMatch(/1,23/)
  } finally {
    Object.assign(services, { refuseFullDisk })
  }
})

test('an account has few imports at once, and others go on', async () => {
  const { importRequests, accounts } = site().installation
  const leave = await importRequests.turns.enter((await accounts.get('studio')).id)
  const begun = await Promise.all(
    Array.from({ length: 4 }, () => studio.post(oneSlice(1), { wait: '0' })),
  )
  expect(begun.map(({ statusCode }) => statusCode)).toEqual([202, 202, 202, 202])
  const refused = await studio.post(oneSlice(1))
  expect([refused.statusCode, refused.json().code]).toEqual([503, 'overloaded'])
  expect(refused.headers['retry-after']).toBe('5')
  expect((await euros.post(euroSlice)).statusCode).toBe(201)
  leave()
  for (const response of begun) {
    expect((await studio.ended(response.json().data.id)).state).toBe('done')
  }
  expect((await studio.post(oneSlice(1))).statusCode).toBe(201)
})
