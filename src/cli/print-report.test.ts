import { expect, test } from 'vitest'
import type { ReportPage } from '../use-cases/report/query-report.ts'
import { printNotes } from './print-report.ts'
import type { Shell } from './shell.ts'

const textOf = (known: readonly string[]): string => {
  const lines: string[] = []
  const stderr = { write: (text: string) => lines.push(text) }
  const page = { meta: { partly_known: known, unmatched: {} }, next_cursor: null }
  printNotes({ stderr } as unknown as Shell, page as unknown as ReportPage)
  return lines.join('')
}

test('notes tell what metrics leave out: networks, days without users, or months without closes', () => {
  expect(textOf(['clicks'])).toMatch(/^Some networks do not report clicks\. .*\n$/)
  expect(textOf(['dau'])).toMatch(/^Days and apps without users, .* are left out of dau\. .*\n$/)
  expect(textOf(['revenue_closed', 'paid_ratio'])).toBe(
    'Months without a close or statement are left out of revenue_closed, paid_ratio.\n',
  )
})
