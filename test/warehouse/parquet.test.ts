import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openStorageRequests } from '../../src/network-calls/undici-storage-requests.ts'
import { ParquetWarehouse } from '../../src/storage/warehouses/parquet/parquet-warehouse.ts'
import { readS3Address } from '../../src/storage/warehouses/parquet/s3-address.ts'
import { S3Store } from '../../src/storage/warehouses/parquet/s3-store.ts'
import { deleteAccount } from '../../src/use-cases/delete-account.ts'
import { addDestination } from '../../src/use-cases/destinations/add-destination.ts'
import { changeDestination } from '../../src/use-cases/destinations/change-destination.ts'
import { listDestinations } from '../../src/use-cases/destinations/list-destinations.ts'
import { showDestination } from '../../src/use-cases/destinations/show-destination.ts'
import { testDestination } from '../../src/use-cases/destinations/test-destination.ts'
import { listAuditEvents } from '../../src/use-cases/list-audit-events.ts'
import { undoImport } from '../../src/use-cases/undo-import.ts'
import { FakeS3 } from '../fixtures/fake-s3.ts'
import { type ImportSite, openSite, refusalOf } from '../import/import-site.ts'
import { shipTo } from '../property/warehouse-cases.ts'
import { askParquet, dumpObjects, manifestIn } from './parquet-reader.ts'
import { fill, warehouseSite } from './warehouse-site.ts'

const ofLake = { username: 'studio', name: 'lake' }
const secret = 'very/secret+key=='

let storage: FakeS3
beforeAll(async () => {
  storage = await FakeS3.open()
})
afterAll(() => storage.close())

/** A place of copies, as files that may be read and changed by hand. */
interface Lake {
  readonly kind: 'parquet' | 's3'
  readonly address: string
  /** The folder with a copy of all of its files. */
  read(): string
  /** Replaces a file; null removes it. */
  spoil(name: string, contents: Buffer | null): void
}

let lakes = 0

/** A folder of its own in both. */
function newLake(kind: Lake['kind'], site: ImportSite): Lake {
  const name = `lake-${lakes++}`
  if (kind === 's3') {
    return {
      kind,
      address: storage.addressOf(name),
      read: () => {
        const folder = join(site.root, `read-${lakes++}`)
        dumpObjects(storage, `${name}/`, folder)
        return folder
      },
      spoil: (file, contents) => {
        if (contents) storage.objects.set(`${name}/${file}`, contents)
        else storage.objects.delete(`${name}/${file}`)
      },
    }
  }
  const folder = join(site.root, 'warehouses', name)
  return {
    kind,
    address: name,
    read: () => folder,
    spoil: (file, contents) => {
      if (contents) {
        mkdirSync(dirname(join(folder, file)), { recursive: true })
        writeFileSync(join(folder, file), contents)
      } else rmSync(join(folder, file))
    },
  }
}

const addLake = (site: ImportSite, { kind, address }: Lake, more: { onMismatch?: 'refuse' } = {}) =>
  site.call(addDestination, { ...ofLake, kind, address, ...more })

const line = (date: string, revenue: string, app = 'zap-ios') =>
  `${date},${app},admob,banner,US,100,${revenue}`

const revenueIn = (lake: Lake) => askParquet(lake.read(), 'SELECT sum(revenue) FROM figures')

const filesOf = (lake: Lake, account = 'studio') =>
  readdirSync(join(lake.read(), account, 'figures')).sort()

/** The path of the current file of a month. */
const pathOf = (lake: Lake, month: string) =>
  manifestIn(lake.read(), 'studio')!.files.find(({ path }) => path.startsWith(`figures/${month}-`))!
    .path

/** A Parquet file of the same rows with another revenue. */
async function withRevenue(path: string, revenue: string): Promise<Buffer> {
  const instance = await DuckDBInstance.create()
  const connection = await instance.connect()
  const other = `${path}.other`
  await connection.run(
    `COPY (SELECT * REPLACE (${revenue}::DECIMAL(19, 6) AS revenue) FROM read_parquet('${path}')) TO '${other}' (FORMAT parquet)`,
  )
  connection.closeSync()
  instance.closeSync()
  const contents = readFileSync(other)
  rmSync(other)
  return contents
}

describe.each(['parquet', 's3'] as const)('a copy of kind %s', (kind) => {
  test('follows imports and undos, and writes only months that changed', async () => {
    const site = await warehouseSite()
    const lake = newLake(kind, site)
    await site.importLines([line('2026-03-01', '1.5'), line('2026-04-01', '2')])
    await addLake(site, lake)
    await fill(site)
    expect(await revenueIn(lake)).toEqual([['3.500000']])
    const [march, april] = [pathOf(lake, '2026-03'), pathOf(lake, '2026-04')]
    await site.importLines([line('2026-03-01', '1.75')])
    await fill(site)
    expect(await revenueIn(lake)).toEqual([['3.750000']])
    expect(pathOf(lake, '2026-04')).toBe(april)
    expect(pathOf(lake, '2026-03')).not.toBe(march)
    await site.call(undoImport, { id: 2 })
    await fill(site)
    expect(await revenueIn(lake)).toEqual([['3.500000']])
    await site.call(undoImport, { id: 1 })
    await fill(site)
    expect(await askParquet(lake.read(), 'SELECT * FROM figures')).toEqual([])
    expect(await site.call(showDestination, ofLake)).toMatchObject({
      entry: 4,
      lag_entries: 0,
      keeps_history: false,
      last_error: null,
    })
  })

  test('keeps old files for an hour, removes what a step that was cut off left, and nothing of others', async () => {
    const site = await warehouseSite()
    const lake = newLake(kind, site)
    await site.importLines([line('2026-03-01', '1')])
    await addLake(site, lake)
    await fill(site)
    const first = pathOf(lake, '2026-03')
    const cutOff = 'figures/2026-03-9-0123abcd.parquet'
    lake.spoil(`studio/${cutOff}`, Buffer.from('cut off'))
    lake.spoil('studio/figures/mine & more.parquet', Buffer.from('of others'))
    lake.spoil('studio/notes.txt', Buffer.from('of others'))
    await site.importLines([line('2026-03-01', '2')])
    await fill(site)
    const second = pathOf(lake, '2026-03')
    const names = (...paths: string[]) =>
      [...paths.map((path) => path.slice('figures/'.length)), 'mine & more.parquet'].sort()
    expect(filesOf(lake)).toEqual(names(first, cutOff, second))
    site.passHour()
    site.passHour()
    await site.importLines([line('2026-03-01', '3')])
    await fill(site)
    expect(filesOf(lake)).toEqual(names(second, pathOf(lake, '2026-03')))
    expect(existsSync(join(lake.read(), 'studio/notes.txt'))).toBe(true)
  })

  test('that others changed is filled again, or refused, as it was set', async () => {
    const site = await warehouseSite()
    const lake = newLake(kind, site)
    await site.importLines([line('2026-03-01', '1.5'), line('2026-04-01', '2')])
    await addLake(site, lake)
    await fill(site)
    const march = () => `studio/${pathOf(lake, '2026-03')}`
    const other = await withRevenue(join(lake.read(), march()), '9')
    lake.spoil(march(), other)
    const shown = await site.call(testDestination, ofLake)
    expect(shown.error).toContain('revenue of figures in 2026-03 adds up to 9 where it was 1.5')
    await fill(site)
    expect(await revenueIn(lake)).toEqual([['3.500000']])
    for (const contents of [null, Buffer.from('no Parquet file'), Buffer.alloc(20_000_000)]) {
      lake.spoil(march(), contents)
      expect((await site.call(testDestination, ofLake)).error).toContain(
        'rows of figures in 2026-03 adds up to 0 where it was 1',
      )
      await fill(site)
      expect(await revenueIn(lake)).toEqual([['3.500000']])
    }
    for (const contents of [Buffer.from('{"format": 1}'), Buffer.alloc(40_000_000), null]) {
      lake.spoil('studio/manifest.json', contents)
      await fill(site)
      expect(await revenueIn(lake)).toEqual([['3.500000']])
    }

    const strict = { ...newLake(kind, site) }
    const ofStrict = { ...ofLake, name: 'strict' }
    const { address } = strict
    await site.call(addDestination, { ...ofStrict, kind, address, onMismatch: 'refuse' })
    await fill(site)
    strict.spoil(`studio/${pathOf(strict, '2026-03')}`, null)
    await site.importLines([line('2026-05-01', '2')])
    await fill(site)
    expect(await site.call(showDestination, ofStrict)).toMatchObject({
      state: 'refused',
      last_error: expect.stringContaining('The copy was changed by hand: rows of figures'),
    })
    await site.call(changeDestination, { ...ofStrict, state: 'on', refill: true })
    await fill(site)
    expect(await revenueIn(strict)).toEqual([['5.500000']])
  })

  test('that a step finds changed is filled again without a check before', async () => {
    const site = await warehouseSite()
    const lake = newLake(kind, site)
    await site.importLines([line('2026-03-01', '1.5'), line('2026-03-02', '2')])
    await addLake(site, lake)
    const shipper = site.installation.destinationShipper((message) => expect.unreachable(message))
    const turn = async () => {
      await shipper.turn(new AbortController().signal)
      await shipper.idle()
    }
    await turn()
    const march = () => `studio/${pathOf(lake, '2026-03')}`
    for (const [nth, contents] of [null, Buffer.from('spoilt'), 'other'].entries()) {
      const given =
        contents === 'other' ? await withRevenue(join(lake.read(), march()), '7') : contents
      lake.spoil(march(), given as Buffer | null)
      await site.importLines([line('2026-03-01', `${nth + 3}`)])
      await turn()
      expect(await revenueIn(lake)).toEqual([[`${nth + 5}.000000`]])
    }
    const small = manifestIn(lake.read(), 'studio')!.files.find(
      ({ table }) => table === 'freshness',
    )
    lake.spoil(`studio/${small!.path}`, null)
    await site.importLines([line('2026-03-01', '1')])
    await turn()
    expect(await revenueIn(lake)).toEqual([['3.000000']])
    expect(await askParquet(lake.read(), 'SELECT count(*) FROM freshness')).toEqual([['2']])
  })

  test('has rows of its own account alone, beside the copy of another one', async () => {
    const site = await warehouseSite()
    const lake = newLake(kind, site)
    await site.importLines([line('2026-03-01', '1.5'), line('2026-03-01', '7', 'euro-app')])
    await addLake(site, lake)
    const { address } = lake
    await site.call(addDestination, { username: 'euros', name: 'lake', kind, address })
    await fill(site)
    const accounts = 'SELECT account, app_id, sum(revenue) FROM figures GROUP BY ALL ORDER BY ALL'
    const both = [
      ['euros', 'euro-app', '7.000000'],
      ['studio', 'zap-ios', '1.500000'],
    ]
    expect(await askParquet(lake.read(), accounts)).toEqual(both)
    await site.call(deleteAccount, { username: 'euros' })
    await site.importLines([line('2026-03-01', '2')])
    await fill(site)
    expect(await askParquet(lake.read(), accounts), 'a copy stays').toEqual([
      both[0],
      ['studio', 'zap-ios', '2.000000'],
    ])
  })

  test('has its tables described, and no history', async () => {
    const site = await warehouseSite()
    const lake = newLake(kind, site)
    await addLake(site, lake)
    const { kind: _, address, ...rest } = lake
    const wanted = { ...ofLake, name: 'other', kind, address, history: true }
    expect(await refusalOf(site.call(addDestination, wanted))).toMatchObject({
      code: 'destination_refused',
      message: expect.stringContaining('Parquet files have only current rows'),
    })
    expect(await site.call(testDestination, ofLake)).toMatchObject({ works: true, error: null })
    const tables = JSON.parse(readFileSync(join(rest.read(), 'schema.json'), 'utf8'))
    const names = tables.map(({ name }: { readonly name: string }) => name)
    expect(names).toEqual([
      ...['figures', 'audience', 'details', 'spend', 'cohorts', 'shares'],
      ...['adtally_state', 'adtally_entries', 'adtally_proof', 'apps', 'freshness'],
      ...['statement_lines', 'month_closes'],
    ])
    expect(tables[0].columns).toContainEqual({
      name: 'revenue',
      type: { kind: 'decimal', precision: 19, scale: 6 },
      isOptional: false,
      comment: 'Money in the currency of the account.',
    })
  })
})

describe('a folder', () => {
  test('is read as docs/warehouse.md says', async () => {
    const site = await warehouseSite()
    const lake = newLake('parquet', site)
    await site.importLines([line('2026-03-01', '1.5'), line('2026-04-01', '2')])
    await addLake(site, lake)
    await fill(site)
    await site.importLines([line('2026-03-01', '2.5')])
    await fill(site)
    const page = readFileSync(join(import.meta.dirname, '../../docs/warehouse.md'), 'utf8')
    const [, sql] = /```sql\n(SET VARIABLE files.*?)```/s.exec(page)!
    const asked = sql!.replaceAll('/srv/warehouses/lake', lake.read())
    const [set, select] = asked.split(';\n')
    expect(await askParquet(lake.read(), select!, set)).toEqual([['admob', '4.500000']])
  })

  test('is a name below the folder of the operator, and no link is followed', async () => {
    const site = await warehouseSite()
    for (const address of ['../lake', '/tmp/lake', 'a/../../lake', '.lake', 'x.duckdb', 'a//b']) {
      const given = { ...ofLake, kind: 'parquet' as const, address }
      const { code } = await refusalOf(site.call(addDestination, given))
      expect(code, address).toBe('destination_refused')
    }
    await site.importLines([line('2026-03-01', '1.5')])
    const [folder, elsewhere] = [join(site.root, 'warehouses'), join(site.root, 'elsewhere')]
    mkdirSync(elsewhere)
    writeFileSync(join(elsewhere, 'secret.json'), '{}')
    const links = {
      out: 'out',
      deep: 'out/deep/lake',
      account: 'account/studio',
      table: 'table/studio/figures',
      manifest: 'manifest/studio/manifest.json',
    }
    for (const [name, link] of Object.entries(links)) {
      const path = join(folder, link.replace('/deep/lake', ''))
      mkdirSync(dirname(path), { recursive: true })
      const isFile = name === 'manifest'
      if (!existsSync(path)) symlinkSync(isFile ? join(elsewhere, 'secret.json') : elsewhere, path)
      const address = link.includes('deep') ? link : link.split('/')[0]!
      await site.call(addDestination, { username: 'studio', name, kind: 'parquet', address })
    }
    // Four are filled at the same time.
    await fill(site)
    await fill(site)
    for (const one of await site.call(listDestinations, { username: 'studio' })) {
      expect(one.last_error, one.name).toContain('link, which is not followed')
    }
    expect(readdirSync(elsewhere)).toEqual(['secret.json'])
  })

  test('that cannot be written to keeps its copy, and says why', async () => {
    const site = await warehouseSite()
    const lake = newLake('parquet', site)
    await site.importLines([line('2026-03-01', '1.5')])
    await addLake(site, lake)
    await fill(site)
    const small = join(lake.read(), 'studio/apps')
    rmSync(small, { recursive: true })
    writeFileSync(small, 'in the way')
    await site.call(changeDestination, { ...ofLake, state: 'on', refill: true })
    await fill(site)
    expect(await site.call(showDestination, ofLake)).toMatchObject({
      entry: 1,
      last_error: 'The folder of Parquet files: EEXIST: file already exists',
    })
    expect(manifestIn(lake.read(), 'studio')).toMatchObject({ entry: 1 })
    rmSync(small)
    await site.call(changeDestination, { ...ofLake, state: 'on', refill: true })
    await fill(site)
    expect(await site.call(showDestination, ofLake)).toMatchObject({ last_error: null })
  })
})

describe('an object storage', () => {
  test('is told apart from a wrong key, secret, region, bucket or host, and no text has the secret', async () => {
    const site = await warehouseSite()
    const good = storage.addressOf('told')
    const told: [address: string, error: RegExp][] = [
      [storage.addressOf('told', { key: 'AKIAOTHER' }), /does not know the access key/],
      [
        storage.addressOf('told', { secret: 'an/other+secret' }),
        /Check the secret key and the region/,
      ],
      [good.replace('eu-test-1', 'us-east-1'), /bucket's region in the address/],
      [storage.addressOf('told', { name: 'pond' }), /Make the bucket first/],
      [
        good.replace(String(storage.port), '1'),
        /could not be reached \(127\.0\.0\.1: connection refused\)/,
      ],
    ]
    const texts: string[] = []
    for (const [place, [address, error]] of told.entries()) {
      const name = `lake-${place}`
      texts.push(
        JSON.stringify(await site.call(addDestination, { ...ofLake, name, kind: 's3', address })),
      )
      // Without the waits between tries, which the last one has.
      const found =
        place === 4
          ? await failureOf(address)
          : await site.call(testDestination, { ...ofLake, name })
      expect(found.error).toMatch(error)
      texts.push(JSON.stringify(found))
    }
    texts.push(JSON.stringify(await site.call(listDestinations, { username: 'studio' })))
    texts.push(JSON.stringify(await site.call(listAuditEvents, { account: 'studio', limit: 20 })))
    for (const part of [secret, encodeURIComponent(secret), 'an/other', 'AKIA']) {
      expect(texts.join('\n')).not.toContain(part)
    }
    expect(texts[0]).toContain(`127.0.0.1:${storage.port}/lake/told`)
  })

  /** What a store without waits tells of an address. */
  async function failureOf(address: string): Promise<{ error: string | null }> {
    const requests = openStorageRequests({ allowPrivate: true, silenceMs: 200 })
    const { signal } = new AbortController()
    const store = new S3Store(readS3Address(address), requests, signal, [1, 1, 1, 1])
    try {
      await store.list('studio/')
      return { error: null }
    } catch (error) {
      return { error: (error as Error).message }
    } finally {
      await store.close()
    }
  }

  test('that says nothing is given up, and one that is busy is asked again', async () => {
    storage.fault = () => 'silent'
    const before = storage.asked.length
    expect((await failureOf(storage.addressOf('silent'))).error).toBe(
      'S3: the storage did not answer in time (127.0.0.1)',
    )
    expect(storage.asked.length - before).toBe(5)
    storage.fault = ({ nth }) => (nth % 2 === 0 ? 'slow-down' : null)
    expect((await failureOf(storage.addressOf('silent'))).error).toBeNull()
    storage.fault = () => 'error'
    expect((await failureOf(storage.addressOf('silent'))).error).toMatch(
      /refuses to list \(InternalError, status 500\)$/,
    )
    storage.fault = () => null
  })

  test('has no private host and no open connection unless the operator allows them', async () => {
    const site = await openSite()
    const given = { ...ofLake, kind: 's3' as const }
    for (const host of [
      '127.0.0.1',
      '127.1',
      '2130706433',
      'localhost',
      '[::1]',
      '10.0.0.5',
      '169.254.169.254',
    ]) {
      const address = `s3://KEY:hidden@${host}/ads/lake`
      const refused = JSON.stringify(
        await refusalOf(site.call(addDestination, { ...given, address })),
      )
      expect(refused, host).toContain('has the private host')
      expect(refused).not.toContain('hidden')
    }
    const open = 's3://KEY:hidden@s3.example.com/ads/lake?tls=off'
    const { message } = await refusalOf(site.call(addDestination, { ...given, address: open }))
    expect(message).toContain('tls=off')
    const address = 's3://KEY:hidden@nowhere.invalid/ads/lake'
    expect((await site.call(addDestination, { ...given, address })).target).toBe(
      'nowhere.invalid/ads/lake',
    )
  })

  const openS3 = (site: ImportSite, address: string, signal: AbortSignal) => {
    const requests = openStorageRequests({ allowPrivate: true })
    const store = new S3Store(readS3Address(address), requests, signal, [1, 1, 1, 1])
    return ParquetWarehouse.open(store, site.directory.work, signal, Date.now)
  }

  test('refuses the manifest of a process that another one overtook in the last moment', async () => {
    const site = await warehouseSite()
    const lake = newLake('s3', site)
    await site.importLines([line('2026-03-01', '1.5')])
    const warehouse = await openS3(site, lake.address, new AbortController().signal)
    await shipTo(site, warehouse, 'studio', { keepsHistory: false })
    await site.importLines([line('2026-03-01', '2')])
    const other = Buffer.from('{"of": "another process"}')
    storage.fault = ({ method, key }) => {
      if (method === 'PUT' && key.endsWith('manifest.json')) storage.objects.set(key, other)
      return null
    }
    await expect(shipTo(site, warehouse, 'studio', { keepsHistory: false })).rejects.toThrow(
      'Another process changed the copy meanwhile',
    )
    storage.fault = () => null
    const manifests = [...storage.objects].filter(([, bytes]) => bytes === other)
    expect(manifests).toHaveLength(1)
    await warehouse.close()
  })

  test.each(['kept', 'ignored', 'refused'] as const)(
    'whose conditions of uploads are %s leaves one of two processes without effect, or both in turn',
    async (conditions) => {
      storage.conditions = conditions
      const site = await warehouseSite()
      const lake = newLake('s3', site)
      await site.importLines([line('2026-03-01', '1.5')])
      await addLake(site, lake)
      const { signal } = new AbortController()
      const open = () => openS3(site, lake.address, signal)
      const both = await Promise.all([open(), open()])
      for (const one of both) await one.prepare()
      const turns = await Promise.allSettled(
        both.map((one) => shipTo(site, one, 'studio', { keepsHistory: false })),
      )
      const failed = turns.filter((turn) => turn.status === 'rejected')
      expect(failed.length).toBeLessThan(2)
      for (const turn of failed) expect(turn.reason.message).toContain('Another process')
      await site.importLines([line('2026-03-01', '2')])
      await shipTo(site, both[0]!, 'studio', { keepsHistory: false })
      await Promise.all(both.map((one) => one.close()))
      expect(await revenueIn(lake)).toEqual([['2.000000']])
      storage.conditions = 'kept'
    },
  )
})
