import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { openSqlite } from '../../src/records/database.ts'
import { describeRelationalStores } from './relational.ts'

describeRelationalStores('SQLite', () => {
  const directory = mkdtempSync(join(tmpdir(), 'adtally-sqlite-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  return openSqlite(join(directory, 'adtally.sqlite'))
})
