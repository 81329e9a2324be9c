import { describe, expect, test } from 'vitest'
import { connectors } from '../../src/sources/all-connectors.ts'
import { answerOf, testFaults } from './play.ts'

describe.each([...connectors])('%s', (name, connector) => {
  testFaults(connector, [
    ['', 429, 'slow-down'],
    ['', 500, 'try-later'],
    ['', 503, 'try-later'],
  ])

  // Digital Turbine answers with tables, which are checked when they are read.
  test.skipIf(name === 'digital-turbine')('tries again when a page is answered', () => {
    expect(connector.judge(answerOf('<html>'))?.kind).toBe('try-later')
  })
})
