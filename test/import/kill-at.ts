import { readFileSync, unlinkSync } from 'node:fs'
import { DuckDBConnection } from '@duckdb/node-api'
import { ImportRequestStore } from '../../src/records/import-request-store.ts'
import { LedgerWrite } from '../../src/records/ledger-write.ts'
import { killHere } from '../fixtures/kill-here.ts'

// Loaded into a server before its own code: the server kills itself at the point of an import request
// that a file names, such as `announce after`.

const file = process.env.KILL_FILE!

function reach(point: string): void {
  let wanted = ''
  try {
    wanted = readFileSync(file, 'utf8')
  } catch {
    return
  }
  if (wanted !== point) return
  unlinkSync(file)
  killHere()
}

let isAnnounced = false
const requests = ImportRequestStore.prototype
for (const name of ['add', 'begin', 'announce', 'end'] as const) {
  const original = requests[name] as (...args: unknown[]) => Promise<unknown>
  Object.assign(requests, {
    [name]: async function (this: ImportRequestStore, ...args: unknown[]) {
      reach(`${name} before`)
      const result = await original.apply(this, args)
      isAnnounced = name === 'announce'
      reach(`${name} after`)
      return result
    },
  })
}

const { run } = DuckDBConnection.prototype
DuckDBConnection.prototype.run = async function (...args: Parameters<typeof run>) {
  const isCommit = isAnnounced && args[0] === 'COMMIT'
  if (isCommit) reach('COMMIT before')
  const result = await run.apply(this, args)
  if (isCommit) reach('COMMIT after')
  return result
}

/** The same for a journal, whose entries are committed by the relational store. */
const { commit } = LedgerWrite.prototype
LedgerWrite.prototype.commit = async function (...args) {
  reach('commit before')
  await commit.apply(this, args)
  reach('commit after')
}
