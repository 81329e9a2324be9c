import { describe, expect, test } from 'vitest'
import { readServeConfig } from '../../src/config/serve.ts'

describe('the limits of serve', () => {
  test('have the defaults that the documentation lists', () => {
    expect(readServeConfig({}, {})).toMatchObject({
      maxConnections: 10_000,
      maxConnectionsPerAddress: 256,
      maxAnswers: 64,
      maxAnswersPerAccount: 8,
      stallTimeoutMs: 60_000,
      shutdownTimeoutMs: 25_000,
    })
  })

  test('are read from flags first, then from variables', () => {
    const env = { ADTALLY_MAX_CONNECTIONS: '7', ADTALLY_STALL_TIMEOUT: '9' }
    expect(readServeConfig({ maxConnections: '5' }, env)).toMatchObject({
      maxConnections: 5,
      stallTimeoutMs: 9_000,
    })
  })

  test('of one account are no larger than those of all', () => {
    expect(readServeConfig({ maxAnswers: '5' }, {}).maxAnswersPerAccount).toBe(5)
    const flags = { maxAnswers: '8', maxAnswersPerAccount: '9' }
    expect(() => readServeConfig(flags, {})).toThrow(
      '--max-answers-per-account (or ADTALLY_MAX_ANSWERS_PER_ACCOUNT): "9" is not a whole number from 1 to 8',
    )
  })

  test.each([
    ['maxConnections', '0', '--max-connections'],
    ['maxConnectionsPerAddress', 'many', '--max-connections-per-address'],
    ['stallTimeout', '0.5', '--stall-timeout'],
    ['shutdownTimeout', '3601', '--shutdown-timeout'],
  ])('refuse %s of %s with its name', (flag, value, named) => {
    expect(() => readServeConfig({ [flag]: value }, {})).toThrow(named)
  })
})
