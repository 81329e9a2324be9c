import { describe, expect, test } from 'vitest'
import { connectors } from '../../src/sources/all-connectors.ts'
import { answerOf } from './play.ts'

describe.each([...connectors])('%s', (name, connector) => {
  test.each([
    ['', 429, 'slow-down'],
    ['', 500, 'try-later'],
    ['', 503, 'try-later'],
  ])('is answered %j with status %i: %s', (answer, status, kind) => {
    expect(connector.judge(answerOf(answer, status))?.kind).toBe(kind)
  })

  // Digital Turbine answers with tables, which are checked when they are read.
  test.skipIf(name === 'digital-turbine')('tries again when a page is answered', () => {
    expect(connector.judge(answerOf('<html>'))?.kind).toBe('try-later')
  })
})
