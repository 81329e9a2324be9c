import { describe, expect, test } from 'vitest'
import { connectors } from '../../src/sources/all-connectors.ts'
import { answerOf } from './play.ts'

describe.each([...connectors])('%s', (_name, connector) => {
  test.each([
    ['', 429, 'slow-down'],
    ['', 500, 'try-later'],
    ['', 503, 'try-later'],
    ['<html>', 200, 'try-later'],
  ])('is answered %j with status %i: %s', (answer, status, kind) => {
    expect(connector.judge(answerOf(answer, status))?.kind).toBe(kind)
  })
})
