import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import nunjucks from 'nunjucks'
import type { FactKind } from '../../../src/facts/fact-kind.ts'
import { factKinds } from '../../../src/facts/kinds.ts'
import { factTable, smallTables, type WarehouseTable } from '../../../src/warehouse/tables.ts'

const root = join(import.meta.dirname, '../../../deploy/dbt')
export const sourcesFile = join(root, 'models/sources.yml')
const textOf = (path: string) => readFileSync(join(root, path), 'utf8')

export const kinds: readonly FactKind[] = Object.values(factKinds)
const numbersOf = (kind: FactKind) => [...kind.countNames, ...kind.moneyNames]

/** The tables of a warehouse as sources of dbt, with the tests that they add up and are fresh. */
export function sourcesYaml(): string {
  const lines = [
    'version: 2',
    '',
    'sources:',
    '  - name: adtally',
    '    description: Copies of accounts that Adtally keeps. Tables whose names begin with adtally_ tell what they hold.',
    `    schema: "{{ var('adtally_schema', none) or target.schema }}"`,
    '    tables:',
  ]
  const put = ({ name, comment, columns }: WarehouseTable, more: readonly string[] = []) => {
    lines.push(`      - name: ${name}`, `        description: ${JSON.stringify(comment)}`, ...more)
    lines.push('        columns:')
    for (const column of columns) {
      const about = JSON.stringify(column.comment)
      lines.push(`          - name: ${column.name}`, `            description: ${about}`)
    }
  }
  for (const kind of kinds) {
    put(factTable(kind), [
      '        data_tests:',
      '          - adds_up:',
      `              table_name: ${kind.name}`,
      `              columns: [${numbersOf(kind).join(', ')}]`,
    ])
  }
  for (const table of smallTables) {
    const isState = table.name === 'adtally_state'
    put(table, isState ? freshness : [])
  }
  return `${lines.join('\n')}\n`
}

const freshness = [
  '        loaded_at_field: as_of',
  '        freshness:',
  '          warn_after: {count: 36, period: hour}',
  '          error_after: {count: 96, period: hour}',
]

/** Renders dbt's templates: every source and model is named by its own name. */
function render(text: string, context: object = {}): string {
  const environment = new nunjucks.Environment(null, {
    autoescape: false,
    throwOnUndefined: true,
    trimBlocks: true,
  })
  return environment.renderString(text, {
    source: (_: string, name: string) => name,
    ref: (name: string) => name,
    var: () => null,
    of_account: () => '',
    ...context,
  })
}

/** The models in the order in which they need each other, with the queries that make them. */
export function models(): { readonly name: string; readonly sql: string }[] {
  return ['models/staging', 'models/marts'].flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((file) => file.endsWith('.sql'))
      .sort()
      .map((file) => ({ name: basename(file, '.sql'), sql: render(textOf(join(folder, file))) })),
  )
}

/** The condition of models for one account. */
export const ofAccount = (account: string): string => {
  const body = textOf('macros/of_account.sql').replace(/\{% (end)?macro.*%\}/g, '')
  return render(body, { var: () => account }).trim()
}

/** The query of rows that do not add up. */
export function addsUp(kind: FactKind): string {
  const body = textOf('macros/test_adds_up.sql').replace(/\{% (end)?test.*%\}/g, '')
  return render(body, { model: kind.name, table_name: kind.name, columns: numbersOf(kind) })
}
