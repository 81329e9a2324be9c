import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import type { NewLedgerEntry } from '../../src/ledger/journal.ts'
import { openPostgres } from '../../src/records/database.ts'
import { FigureEntries } from '../../src/records/figure-entries.ts'
import type { LedgerWrite } from '../../src/records/ledger-write.ts'
import { sharePostgres } from './share-postgres.ts'

const postgres = sharePostgres()

/** The journal has no rows. */
const cleanup = {
  highestEntry: async () => 0,
  clear: async ({ aborted }: { aborted: readonly number[] }) => aborted,
}

const entry: NewLedgerEntry = {
  kind: 'import',
  undoes: null,
  subject: null,
  source: 'adtally',
  dayZone: 'UTC',
  report: null,
  files: ['a.csv'],
  hashes: ['00'],
  rowCount: 1,
  sliceCount: 1,
  firstDay: null,
  lastDay: null,
  request: null,
  committedAtMs: 0,
}

/** Ends the connection that sends a COMMIT, before or after the server has it. */
async function openThrough(loses: 'the commit' | 'its answer') {
  const address = new URL(await postgres().createDatabase())
  const target = { host: address.hostname, port: Number(address.port) }
  const sockets = new Set<Socket>()
  let isArmed = false
  const proxy = createServer((client) => {
    const server = connect(target)
    for (const socket of [client, server]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
    }
    client.on('data', (bytes) => {
      if (!isArmed || !/commit\0/i.test(bytes.toString('latin1'))) return void server.write(bytes)
      isArmed = false
      if (loses === 'its answer') server.write(bytes)
      else server.destroy()
      client.destroy()
    })
    server.on('data', (bytes) => void (client.destroyed ? server.destroy() : client.write(bytes)))
    server.on('close', () => client.destroy())
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  address.port = String((proxy.address() as { port: number }).port)
  const database = await openPostgres(address.href)
  onTestFinished(async () => {
    await database.close()
    for (const socket of sockets) socket.destroy()
    proxy.close()
  })
  return { entries: new FigureEntries(database), arm: () => (isArmed = true) }
}

test.each([
  ['its answer', 'fulfilled', 1],
  ['the commit', 'rejected', 0],
] as const)(
  'an entry is told as the ledger has it when PostgreSQL loses %s',
  async (loses, status, last) => {
    const { entries, arm } = await openThrough(loses)
    let write: LedgerWrite | undefined
    const [outcome] = await Promise.allSettled([
      entries.write(cleanup, async (begun) => {
        write = begun
        begun.ship()
        arm()
        await begun.commit(entry, [], [], [])
      }),
    ])
    expect(outcome.status).toBe(status)
    // By this number the apps of the entry are confirmed or removed.
    expect(write!.lastEntry()).toBe(last)
    expect((await entries.state()).last).toBe(last)
    await entries.write(cleanup, (next) => next.commit(entry, [], [], []))
    expect((await entries.state()).last).toBe(2)
  },
)
