import { describe, expect, test } from 'vitest'
import { type FailedImport, isSettledBy, type SucceededImport } from './failed-imports.ts'

const failed = (more: Partial<FailedImport> = {}): FailedImport => ({
  failedAtMs: 0,
  accountId: 1,
  source: 'auto',
  files: ['march.csv'],
  settings: {},
  why: 'broken',
  ...more,
})

const imported = (more: Partial<SucceededImport> = {}): SucceededImport => ({
  accountIds: [1],
  files: ['march.csv'],
  settings: {},
  ...more,
})

describe('a failed import', () => {
  test.each<[string, Partial<FailedImport>, Partial<SucceededImport>]>([
    ['its file', {}, {}],
    ['its files and others', { files: ['a', 'b'] }, { files: ['c', 'b', 'a'] }],
    ['its file, of several accounts', {}, { accountIds: [2, 1] }],
    ['a file of an unknown account', { accountId: null }, {}],
    ['its file with the day that it lacked', {}, { settings: { day: '2026-03-01' } }],
    [
      'its file with the same settings',
      { settings: { day: '2026-03-01', app: 'hop' } },
      { settings: { day: '2026-03-01', app: 'hop' } },
    ],
  ])('is settled by %s', (_, before, after) => {
    expect(isSettledBy(failed(before), imported(after))).toBe(true)
  })

  test.each<[string, Partial<FailedImport>, Partial<SucceededImport>]>([
    ['another file', {}, { files: ['april.csv'] }],
    ['a part of its files', { files: ['a', 'b'] }, { files: ['a'] }],
    ['a file of another account', {}, { accountIds: [2] }],
    [
      'a file of the same name for another day',
      { settings: { day: '2026-03-01' } },
      {
        settings: { day: '2026-03-02' },
      },
    ],
    ['a file of the same name for no day', { settings: { day: '2026-03-01' } }, {}],
    ['the same file as figures', { settings: { as: 'levelplay' } }, {}],
    ['a file without a name of its own', { files: ['upload.csv'] }, { files: ['upload.csv'] }],
    ['standard input', { files: ['standard input'] }, { files: ['standard input'] }],
    ['anything, without files', { files: [] }, {}],
  ])('is not settled by %s', (_, before, after) => {
    expect(isSettledBy(failed(before), imported(after))).toBe(false)
  })
})
