import { openReadOnly } from './read-only-sqlite.ts'

const maxFaults = 5

/**
 * Checks the structure of a SQLite file, and that its rows belong together. Others may use it meanwhile.
 * SQLite has no checksums, so a changed value is not found.
 *
 * @returns what is wrong; empty when nothing is
 */
export function checkSqlite(path: string): string[] {
  const database = openReadOnly(path)
  try {
    const structure = database
      .prepare(`PRAGMA integrity_check(${maxFaults})`)
      .all()
      .map((row) => String(row.integrity_check).replaceAll(/\s*\n\s*/g, ' '))
      .filter((fault) => fault !== 'ok')
    if (structure.length > 0) return structure
    const orphans = database.prepare('PRAGMA foreign_key_check').all()
    return orphans
      .slice(0, maxFaults)
      .map(({ table, rowid, parent }) => `row ${rowid} of ${table} has no row in ${parent}`)
  } finally {
    database.close()
  }
}
