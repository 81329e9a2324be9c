import { describe, expect, test } from 'vitest'
import { boundValues } from '../../src/storage/clickhouse/clickhouse-dialect.ts'
import { clickhouseStatements } from './clickhouse-statements.ts'
import { labelSets } from './label-sets.ts'
import { namedPlans } from './named-plans.ts'

// test/cluster/clickhouse-sql.test.ts runs EXPLAIN on the same statements.
describe.each(Object.entries(labelSets))('%s', (title, labels) => {
  const folder = title.replaceAll(' ', '-')

  test.each(Object.entries(namedPlans))('%s compiles to its snapshot', async (name, plan) => {
    const texts = clickhouseStatements(plan, labels).map(({ text, parameters }) => {
      const values = Object.entries(boundValues(parameters)).map(
        ([key, value]) => `-- ${key} ${value}`,
      )
      return `${[text, ...values].join('\n')}\n`
    })
    const path = `./snapshots/clickhouse/${folder}/${name}.sql`
    await expect(texts.join('\n')).toMatchFileSnapshot(path)
  })
})
