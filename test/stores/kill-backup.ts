import fs from 'node:fs'
import fsPromises from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { basename } from 'node:path'
import { PinnedSqlite } from '../../src/records/pinned-sqlite.ts'
import { DuckdbDatabase } from '../../src/storage/duckdb/database.ts'
import { reach } from '../fixtures/kill-here.ts'

// Loaded into a server or a command before its own code: the process kills itself at a point of a backup
// or a restore, or its first backup hangs.

let hangs = process.env.HANGS_ONCE === 'yes'
const { freeze } = DuckdbDatabase.prototype
DuckdbDatabase.prototype.freeze = async function () {
  const frozen = await freeze.call(this)
  reach('server: frozen')
  return {
    ...frozen,
    read: async function* () {
      for await (const piece of frozen.read()) {
        yield piece
        reach('server: within the figures')
        if (hangs) {
          hangs = false
          await new Promise(() => undefined)
        }
      }
    },
  }
}
const { copyTo } = PinnedSqlite.prototype
PinnedSqlite.prototype.copyTo = async function (path) {
  reach('server: pinned')
  await copyTo.call(this, path)
  reach('server: records copied')
}

const { open } = fsPromises
fsPromises.open = async (path, ...rest) => {
  reach(`command: before ${basename(String(path))}`)
  return open(path, ...rest)
}
let renames = 0
const { renameSync } = fs
fs.renameSync = (from, to) => {
  if (/(restore|replaced)-/.test(`${from} ${to}`)) reach(`restore: before rename ${renames++}`)
  renameSync(from, to)
}
syncBuiltinESMExports()
