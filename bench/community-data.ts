import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { openInstallation } from '../src/compose/installation.ts'
import { type DataDirectory, dataDirectory } from '../src/config/data-directory.ts'

const gameCount = 1_000
const userCount = 100_000

/** A data directory whose public network has this many activities. It is built once and kept. */
export async function ensureCommunity(records: number): Promise<DataDirectory> {
  const root = join(import.meta.dirname, '.data', `community-${records}`)
  if (existsSync(root)) return dataDirectory(root)
  console.log(`Building a network of ${records.toLocaleString('en-US')} records of activity ...`)
  const draft = `${root}.new`
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { recursive: true })
  const directory = dataDirectory(draft)
  // Creates the tables.
  await (await openInstallation(directory, { use: 'command' })).close()
  fill(directory.relational, records)
  await rename(draft, root)
  return dataDirectory(root)
}

/** Lets the engine generate the records and index them afterwards: importing them would take many minutes. */
function fill(path: string, records: number): void {
  const database = new DatabaseSync(path)
  const numbers = (count: number) =>
    `WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count})`
  const indexes = database
    .prepare(
      "SELECT name, sql FROM sqlite_master WHERE tbl_name = 'activity' AND sql LIKE '%INDEX%'",
    )
    .all()
  for (const { name } of indexes) database.exec(`DROP INDEX ${name}`)
  database.exec(`
    PRAGMA synchronous = OFF;
    PRAGMA cache_size = -1000000;
    ${numbers(gameCount)} INSERT INTO games (id, slug, name, platforms, created_at_ms)
      SELECT 'g' || n, 'game-' || n, 'Game ' || n, 'ios,android', 0 FROM numbers;
    ${numbers(userCount)} INSERT INTO users (id, username)
      SELECT 'u' || n, 'user' || n FROM numbers;
    ${numbers(records)} INSERT INTO activity
      (id, type, topic, platform, created_at_ms, user_key, game_key, text)
      SELECT 'a' || n,
        CASE n % 2 WHEN 0 THEN 'checkin' ELSE 'comment' END,
        CASE n % 2 WHEN 0 THEN 'checkins' ELSE 'discussions' END,
        CASE n % 3 WHEN 0 THEN 'ios' ELSE 'android' END,
        1600000000000 + n * 10000,
        1 + n * 7919 % ${userCount},
        -- Every other record is of the first ten games.
        1 + n * 7907 % (CASE (n / 2) % 2 WHEN 0 THEN 10 ELSE ${gameCount} END),
        'What was said in record ' || n
      FROM numbers;`)
  for (const { sql } of indexes) database.exec(String(sql))
  database.close()
}
