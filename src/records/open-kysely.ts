import { CamelCasePlugin, type Dialect, Kysely } from 'kysely'
import type { Tables } from './tables/tables.ts'

/** Tables and columns are in camelCase here, in snake_case in the database. */
export const openKysely = (dialect: Dialect): Kysely<Tables> =>
  new Kysely<Tables>({
    dialect,
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })
