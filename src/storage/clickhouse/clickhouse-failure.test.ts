import { ClickHouseError } from '@clickhouse/client'
import { expect, test } from 'vitest'
import { ReportError } from '../../reporting/report-error.ts'
import { StoreUnavailableError } from '../../values/store-unavailable-error.ts'
import { refuseTooLarge, toFailure } from './clickhouse-failure.ts'

const refusing = (message: string) => () =>
  refuseTooLarge(
    toFailure(new ClickHouseError({ message, code: '241', type: 'MEMORY_LIMIT_EXCEEDED' })),
  )

test.each([
  'Query memory limit exceeded: would use 9.54 GiB, maximum: 9.31 GiB',
  'Memory limit (for query) exceeded: would use 9.54 GiB, maximum: 9.31 GiB',
])('a question that needs too much memory by itself is refused: %s', (message) => {
  expect(refusing(message)).toThrow(ReportError)
})

test.each([
  '(total) memory limit exceeded: would use 56.00 GiB, maximum: 55.96 GiB. OvercommitTracker decision: Query was selected to stop by OvercommitTracker',
  'Memory limit (total) exceeded: would use 56.00 GiB, maximum: 55.96 GiB',
  'User memory limit exceeded: would use 9.54 GiB, maximum: 9.31 GiB',
  'Memory limit (for user) exceeded: would use 9.54 GiB, maximum: 9.31 GiB',
])('memory that other queries use too can be free later: %s', (message) => {
  expect(refusing(message)).toThrow(StoreUnavailableError)
})
