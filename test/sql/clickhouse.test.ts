import { describe, expect, test } from 'vitest'
import { boundValues } from '../../src/storage/clickhouse/clickhouse-dialect.ts'
import { clickhouseStatements } from './clickhouse-statements.ts'
import { labelSetNames, labelSets, plansWith } from './label-sets.ts'

// test/cluster/clickhouse-sql.test.ts runs EXPLAIN on the same statements.
describe.each(labelSetNames)('%s', (title) => {
  const folder = title.replaceAll(' ', '-')

  test.each(plansWith(title))('%s compiles to its snapshot', async (name, plan) => {
    const texts = clickhouseStatements(plan, labelSets[title]).map(({ text, parameters }) => {
      const values = Object.entries(boundValues(parameters)).map(
        ([key, value]) => `-- ${key} ${value}`,
      )
      return `${[text, ...values].join('\n')}\n`
    })
    const path = `./snapshots/clickhouse/${folder}/${name}.sql`
    await expect(texts.join('\n')).toMatchFileSnapshot(path)
  })
})
