import { once } from 'node:events'
import { existsSync, mkdirSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { clickhousePlace } from '../../src/compose/warehouse-hosts.ts'
import { ClickhouseSession } from '../../src/storage/warehouses/clickhouse/clickhouse-session.ts'
import { compactHistory } from '../../src/use-cases/compact-history.ts'
import { deleteAccount } from '../../src/use-cases/delete-account.ts'
import { addDestination } from '../../src/use-cases/destinations/add-destination.ts'
import { changeDestination } from '../../src/use-cases/destinations/change-destination.ts'
import { showDestination } from '../../src/use-cases/destinations/show-destination.ts'
import { testDestination } from '../../src/use-cases/destinations/test-destination.ts'
import { closeMonth } from '../../src/use-cases/money/close-month.ts'
import { addStatement } from '../../src/use-cases/money/import-statements.ts'
import { undoImport } from '../../src/use-cases/undo-import.ts'
import { type ImportSite, openSite, refusalOf } from '../import/import-site.ts'
import { fill, inFile, warehouseSite } from './warehouse-site.ts'

const ofLaptop = { username: 'studio', name: 'laptop' }

const addLaptop = (site: ImportSite, more: { history?: boolean; onMismatch?: 'refuse' } = {}) =>
  site.call(addDestination, { ...ofLaptop, kind: 'duckdb', address: 'studio.duckdb', ...more })

const march = (day: number, revenue: string, app = 'zap-ios') =>
  `2026-03-0${day},${app},admob,banner,US,100,${revenue}`

const february = (day: number, revenue: string, app?: string) =>
  march(day, revenue, app).replace('-03-', '-02-')

const revenueOf = (site: ImportSite) => inFile(site, 'SELECT sum(revenue) FROM figures')

describe('a copy', () => {
  test('follows imports and undos, and tells what it said before', async () => {
    const site = await warehouseSite()
    await site.importLines([march(1, '1.5'), march(2, '2')])
    await addLaptop(site)
    await fill(site)
    expect(await revenueOf(site)).toEqual([['3.500000']])
    await site.importLines([march(1, '1.75')])
    await fill(site)
    expect(await revenueOf(site)).toEqual([['3.750000']])
    await site.call(undoImport, { id: 2 })
    await fill(site)
    expect(await revenueOf(site)).toEqual([['3.500000']])
    const versions = `SELECT revenue, valid_from_entry, valid_to_entry, valid_to IS NULL
      FROM figures_history WHERE date = '2026-03-01' ORDER BY valid_from_entry`
    expect(await inFile(site, versions)).toEqual([
      ['1.500000', '1', '2', false],
      ['1.750000', '2', '3', false],
      ['1.500000', '3', null, true],
    ])
    expect(await site.call(showDestination, ofLaptop)).toMatchObject({ entry: 3, lag_entries: 0 })
  })

  test('has what each entry changed, statements, and closed months', async () => {
    const site = await warehouseSite()
    await site.importLines([february(1, '1.5'), february(2, '2'), february(2, '1', 'zap-android')])
    await addLaptop(site)
    const lines = [
      'network,period,kind,amount,currency,date,reference,reason',
      'admob,2026-02,earnings,4.5,USD,2026-02-28,INV 2,',
      ',,payment,4,USD,2026-03-09,TRANSFER 4471,',
    ]
    const file = { name: 'payments.csv', text: `${lines.join('\n')}\n` }
    await fill(site)
    await site.call(addStatement, { account: 'studio', file })
    await site.call(closeMonth, { username: 'studio', month: '2026-02', allowMissing: true })
    // Figures that changed since are not those of the close.
    await site.importLines([february(2, '2.25')])
    await fill(site)
    const closed = `SELECT strftime(month, '%Y-%m'), entry, network, app_id, revenue FROM month_closes ORDER BY app_id`
    expect(await inFile(site, closed)).toEqual([
      ['2026-02', '1', 'admob', 'zap-android', '1.000000'],
      ['2026-02', '1', 'admob', 'zap-ios', '3.500000'],
    ])
    const stated = `SELECT kind, network, strftime(month, '%Y-%m'), amount, value, currency FROM statement_lines ORDER BY line`
    expect(await inFile(site, stated)).toEqual([
      ['earnings', 'admob', '2026-02', '4.500000', '4.500000', 'USD'],
      ['payment', null, null, '4.000000', null, 'USD'],
    ])
    const changes = `SELECT entry, strftime(date, '%d'), revenue_before, revenue_after, impressions_after
      FROM figures_changes WHERE app_id = 'zap-ios' ORDER BY entry, date`
    expect(await inFile(site, changes)).toEqual([
      ['1', '01', null, '1.500000', '100'],
      ['1', '02', null, '2.000000', '100'],
      ['2', '02', '2.000000', '2.250000', '100'],
    ])
  })

  test('without history has only current rows', async () => {
    const site = await warehouseSite()
    await addLaptop(site, { history: false })
    for (const revenue of ['1', '2', '3']) {
      await site.importLines([march(1, revenue)])
      await fill(site)
    }
    expect(await inFile(site, 'SELECT revenue, valid_from_entry FROM figures_history')).toEqual([
      ['3.000000', '3'],
    ])
  })

  test('has rows of its own account alone, also beside the copy of another one', async () => {
    const site = await warehouseSite()
    await site.importLines([march(1, '1.5'), march(1, '7', 'euro-app')])
    await addLaptop(site)
    const ofEuros = { username: 'euros', name: 'laptop', kind: 'duckdb' as const }
    await site.call(addDestination, { ...ofEuros, address: 'euros.duckdb' })
    await fill(site)
    const accounts = 'SELECT DISTINCT account, app_id FROM figures_history'
    expect(await inFile(site, accounts)).toEqual([['studio', 'zap-ios']])
    expect(await inFile(site, accounts, 'euros.duckdb')).toEqual([['euros', 'euro-app']])
    await site.call(deleteAccount, { username: 'euros' })
    await fill(site)
    expect(await inFile(site, accounts, 'euros.duckdb'), 'a copy stays').toHaveLength(1)
  })

  test('that others changed is filled again, or refused, as it was set', async () => {
    const site = await warehouseSite()
    await site.importLines([march(1, '1.5')])
    await addLaptop(site)
    await fill(site)
    const spoil = 'UPDATE adtally_figures_rows SET revenue = 9'
    await inFile(site, spoil)
    expect(await site.call(testDestination, ofLaptop)).toMatchObject({
      works: false,
      error: expect.stringContaining('revenue of figures in 2026-03 adds up to 9 where it was 1.5'),
    })
    await fill(site)
    expect(await revenueOf(site)).toEqual([['1.500000']])

    const strict = { ...ofLaptop, name: 'strict' }
    const refuses = { kind: 'duckdb', address: 'strict.duckdb', onMismatch: 'refuse' } as const
    await site.call(addDestination, { ...strict, ...refuses })
    await fill(site)
    await inFile(site, 'DELETE FROM adtally_figures_rows', 'strict.duckdb')
    await site.importLines([march(2, '2')])
    await fill(site)
    expect(await site.call(showDestination, strict)).toMatchObject({
      state: 'refused',
      last_error: expect.stringContaining('The copy was changed by hand: rows of figures'),
    })
    await site.call(changeDestination, { ...strict, state: 'on', refill: true })
    await fill(site)
    expect(await inFile(site, 'SELECT count(*) FROM figures', 'strict.duckdb')).toEqual([['2']])
  })

  test('begins with the stored history, and keeps what it had before a compaction', async () => {
    const site = await warehouseSite()
    await addLaptop(site)
    for (const revenue of ['1', '2', '3']) {
      await site.importLines([march(1, revenue)])
      await fill(site)
      site.passHour()
      site.passHour()
    }
    await site.call(compactHistory, { keep: 0 })
    await fill(site)
    const versions = 'SELECT revenue FROM figures_history ORDER BY valid_from_entry'
    const late = { ...ofLaptop, name: 'late', kind: 'duckdb' as const, address: 'late.duckdb' }
    await site.call(addDestination, late)
    await fill(site)
    expect(await inFile(site, versions, 'late.duckdb')).toEqual([['3.000000']])
    await site.importLines([march(2, '4')])
    await fill(site)
    const kept = ['1', '2', '3', '4'].map((revenue) => [`${revenue}.000000`])
    expect(await inFile(site, versions)).toEqual(kept)
  })

  test('of another installation is not touched unless its owner says so', async () => {
    const site = await warehouseSite()
    await site.importLines([march(1, '1.5')])
    await addLaptop(site)
    await fill(site)
    await inFile(site, "UPDATE adtally_state SET installation = 'another'")
    await site.importLines([march(1, '2')])
    await fill(site)
    expect(await site.call(showDestination, ofLaptop)).toMatchObject({
      entry: 1,
      last_error: expect.stringContaining('from another installation'),
    })
    expect(await revenueOf(site)).toEqual([['1.500000']])
    await site.call(changeDestination, { ...ofLaptop, refill: true })
    await fill(site)
    expect(await revenueOf(site)).toEqual([['2.000000']])
  })
})

describe('addresses', () => {
  test('of files are names below the folder of the operator, and no links out of it', async () => {
    const site = await warehouseSite()
    for (const address of [
      '../x.duckdb',
      '/tmp/x.duckdb',
      'x.db',
      'a/../../x.duckdb',
      '.x.duckdb',
    ]) {
      const given = { ...ofLaptop, kind: 'duckdb' as const, address }
      const { code } = await refusalOf(site.call(addDestination, given))
      expect(code, address).toBe('destination_refused')
    }
    const folder = join(site.root, 'warehouses')
    mkdirSync(join(site.root, 'elsewhere'))
    mkdirSync(folder)
    symlinkSync(join(site.root, 'elsewhere'), join(folder, 'out'))
    const out = { ...ofLaptop, kind: 'duckdb' as const, address: 'out/x.duckdb' }
    await site.call(addDestination, out)
    await fill(site)
    expect(await site.call(showDestination, ofLaptop)).toMatchObject({
      last_error: expect.stringContaining('is a link'),
    })
    expect(existsSync(join(site.root, 'elsewhere/x.duckdb'))).toBe(false)
  })

  test('of servers have no private host, and are never shown with their password', async () => {
    const site = await openSite()
    const given = { ...ofLaptop, kind: 'postgresql' as const }
    for (const host of ['127.0.0.1', 'localhost', '[::1]', '10.0.0.5', '169.254.169.254']) {
      const address = `postgres://me:pass-word@${host}/ads`
      const refused = await refusalOf(site.call(addDestination, { ...given, address }))
      expect(JSON.stringify(refused), host).toContain('has the private host')
      expect(JSON.stringify(refused)).not.toContain('pass-word')
    }
    const forced = 'postgres://me:pass-word@nowhere.invalid/ads'
    for (const option of ['host=127.0.0.1', 'stream=', 'sslrootcert=/etc/passwd', 'port=1']) {
      const address = `${forced}?sslmode=require&${option}`
      const refused = await refusalOf(site.call(addDestination, { ...given, address }))
      expect(JSON.stringify(refused), option).toContain('must be postgres://')
      expect(JSON.stringify(refused)).not.toContain('pass-word')
    }
    const undecodable = 'postgres://me:%ff-word@nowhere.invalid/ads'
    const unread = site.call(addDestination, { ...given, address: undecodable })
    expect((await refusalOf(unread)).message).toContain('must be postgres://')
    const address = 'postgres://me:pass-word@nowhere.invalid/ads'
    const added = await site.call(addDestination, { ...given, address })
    expect(JSON.stringify(added)).not.toContain('pass-word')
    expect(added.target).toBe('nowhere.invalid/ads')
    await fill(site)
    const shown = await site.call(showDestination, ofLaptop)
    expect(shown.last_error).toContain('PostgreSQL: ')
    expect(JSON.stringify(shown)).not.toContain('pass-word')
  })

  test('of PostgreSQL connect to no private address, however it is encoded', async () => {
    const site = await openSite()
    let connections = 0
    const server = createTcpServer((socket) => {
      connections++
      socket.destroy()
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const { port } = server.address() as AddressInfo
    try {
      for (const host of ['127%2e0%2e0%2e1', '127.1', '2130706433', '0x7f.1']) {
        const address = `postgres://me:pass-word@${host}:${port}/ads`
        const name = `of-${host.replace(/[^a-z0-9]/g, '-')}`
        const given = { username: 'studio', name, kind: 'postgresql' as const, address }
        await site.call(addDestination, given)
        const { works, error } = await site.call(testDestination, { username: 'studio', name })
        expect(works, host).toBe(false)
        expect(error, host).toBe('PostgreSQL: The host has a private address.')
      }
    } finally {
      server.close()
    }
    expect(connections).toBe(0)
  })

  test('of ClickHouse have a form, no private host however it is written, and no password that is shown', async () => {
    const site = await openSite()
    const given = { ...ofLaptop, kind: 'clickhouse' as const }
    for (const address of [
      'http://me:pass-word@db.example.com:8123/ads',
      'clickhouse://me:pass-word@db.example.com',
      'clickhouse://me:pass-word@db.example.com/ads/more',
      'clickhouse://me:pass-word@db.example.com/ads?secure=yes',
      'clickhouse:///ads',
    ]) {
      const refused = JSON.stringify(
        await refusalOf(site.call(addDestination, { ...given, address })),
      )
      expect(refused, address).toContain('must be clickhouse://')
      expect(refused).not.toContain('pass-word')
    }
    for (const host of ['127.0.0.1', '127.1', '2130706433', '[::ffff:10.0.0.5]', 'localhost']) {
      const address = `clickhouse://me:pass-word@${host}:8123/ads`
      const refused = JSON.stringify(
        await refusalOf(site.call(addDestination, { ...given, address })),
      )
      expect(refused, host).toContain('has the private host')
    }
    const address = 'clickhouse://me:pass-word@nowhere.invalid/ads?secure=true'
    const added = await site.call(addDestination, { ...given, address })
    expect(added.target).toBe('nowhere.invalid:8443/ads')
    await fill(site)
    const shown = await site.call(showDestination, ofLaptop)
    expect(shown.last_error).toMatch(/^ClickHouse: /)
    expect(JSON.stringify(shown)).not.toContain('pass-word')
  })

  test('of servers that answer with nothing fail, and say so', async () => {
    const site = await warehouseSite()
    const server = createServer((_, response) => response.end()).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    try {
      const address = `clickhouse://127.0.0.1:${port}/ads`
      await site.importLines([march(1, '1')])
      await site.call(addDestination, { ...ofLaptop, kind: 'clickhouse', address })
      const storage = `s3://KEY:SECRET@127.0.0.1:${port}/bucket?tls=off`
      const lake = { username: 'studio', name: 'lake' }
      await site.call(addDestination, { ...lake, kind: 's3', address: storage })
      await fill(site)
      const notClickhouse = 'ClickHouse: the answer is not that of a ClickHouse server'
      const notStored = 'The storage does not have what was stored in it'
      for (const [name, error] of [
        [ofLaptop, notClickhouse],
        [lake, notStored],
      ] as const) {
        const { last_error } = await site.call(showDestination, name)
        expect(last_error).toBe(error)
        expect(await site.call(testDestination, name)).toMatchObject({ works: false, error })
      }
    } finally {
      server.close()
    }
  })

  test('of servers whose answers never end are given up', async () => {
    const server = createServer((_, response) => {
      const timer = setInterval(() => response.write(' '), 5)
      response.on('close', () => clearInterval(timer))
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const place = clickhousePlace(`clickhouse://127.0.0.1:${port}/ads`, {
      folder: null,
      allowPrivate: true,
    })
    const session = new ClickhouseSession(place, null, new AbortController().signal, 50)
    try {
      await expect(session.run('SELECT 1')).rejects.toThrow('ClickHouse: the answer takes too long')
    } finally {
      await session.close()
      server.close()
    }
  })

  test('of servers that are no ClickHouse fail without what these answer', async () => {
    const site = await warehouseSite()
    const answers = [
      [302, 'moved', { location: 'http://127.0.0.1/secret' }],
      [200, 'secret', {}],
      [200, '5', {}],
      [500, 'secret', {}],
    ] as const
    for (const [place, [status, body, headers]] of answers.entries()) {
      let asked = 0
      const server = createServer((_, response) => {
        asked++
        response.writeHead(status, headers).end(body)
      }).listen(0, '127.0.0.1')
      await once(server, 'listening')
      const { port } = server.address() as AddressInfo
      const name = `copy-${place}`
      const address = `clickhouse://127.0.0.1:${port}/ads`
      await site.call(addDestination, { ...ofLaptop, name, kind: 'clickhouse', address })
      const { error } = await site.call(testDestination, { ...ofLaptop, name })
      expect(error).toMatch(/^ClickHouse: the (server answered with|answer is not)/)
      expect(error).not.toContain('secret')
      expect(asked).toBe(1)
      server.close()
    }
  })

  test('of files need a folder that the operator sets', async () => {
    const site = await openSite()
    await site.call(addDestination, { ...ofLaptop, kind: 'duckdb', address: 'studio.duckdb' })
    expect(await site.call(testDestination, ofLaptop)).toMatchObject({
      works: false,
      error: expect.stringContaining('ADTALLY_WAREHOUSES_FOLDER'),
    })
  })
})
