import { afterAll, beforeAll } from 'vitest'
import { startPostgres, type TestPostgres } from './postgres.ts'

/** A PostgreSQL server for the tests of a block. */
export function sharePostgres(): () => TestPostgres {
  let server: TestPostgres
  beforeAll(async () => {
    server = await startPostgres()
  })
  afterAll(() => server?.stop())
  return () => server
}
