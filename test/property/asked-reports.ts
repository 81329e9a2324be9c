import { expect } from 'vitest'
import { createAccount } from '../../src/use-cases/create-account.ts'
import type { ImportSite } from '../import/import-site.ts'
import { batchSize } from './batches.ts'

// Accounts of a batch, and the reports that they ask for.

export interface AskingPublisher {
  readonly username: string
  readonly key: string
  /** The sources of its rows in the order in which they came first. */
  readonly sources: string[]
}

export const askedDays = ['2026-02-28', '2026-03-01'] as const

let accounts = 0

/** New accounts with the apps `one` and `two`. */
export async function askingPublishers(site: ImportSite): Promise<AskingPublisher[]> {
  const publishers = Array.from({ length: batchSize }, (): AskingPublisher => {
    const username = `asking-${accounts++}`
    return { username, key: `key-of-${username}-with-22-characters`, sources: [] }
  })
  for (const { username, key } of publishers) await site.call(createAccount, { username, key })
  const apps = publishers.flatMap(({ username }) =>
    ['one', 'two'].map((app) => `${username}.${app},${username},${app},ios`),
  )
  await site.importApps(`app_id,publisher,app_name,platform\n${apps.join('\n')}\n`)
  return publishers
}

type Answered = Readonly<Record<string, unknown>>

/** The rows of a report of {@link askedDays}. */
export async function askReport(
  site: ImportSite,
  { key }: AskingPublisher,
  more: Readonly<Record<string, string>>,
): Promise<readonly Answered[]> {
  const answer = await site.server.get(
    '/api/v2/publisher/report',
    { start_date: askedDays[0], end_date: askedDays[1], ...more },
    { authorization: `Bearer ${key}` },
  )
  expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)])
  return JSON.parse(answer.body).data
}

/** Rows in an order of their own, to be compared. */
export const sortedRows = (rows: readonly Answered[]): string[] =>
  rows.map((row) => JSON.stringify(Object.entries(row).sort())).sort()
