import { Type } from 'typebox'
import type { RateFile } from '../../currencies/rate-file.ts'
import { readDailyRates } from '../../currencies/read-daily-rates.ts'
import type { StoredRates } from '../../records/rate-store.ts'
import { username } from '../fields.ts'
import { readTextFile } from '../read-text-file.ts'
import { useCase } from '../use-case.ts'
import { rateOwner } from './rate-view.ts'
import { type StoredFile, storeRates } from './store-rates.ts'

/** The European Central Bank's file of all days since 1999 has a quarter of it. */
const maxFileBytes = 32_000_000

export interface ImportedRates extends StoredRates {
  readonly account: string | null
  readonly files: readonly StoredFile[]
  /** Days of connections that waited for rates, and are pulled now. */
  readonly days_awoken: number
}

/** Stores the rates of files: each file whole or not at all, in their order. */
export const importRates = useCase({
  name: 'import-rates',
  request: {
    /** The account whose own rates they are; the installation's when absent. */
    account: Type.Optional(username),
  },
  takesFiles: true,
  run: async (services, { account }, { files, signal }): Promise<ImportedRates> => {
    const { owner, currency } = await rateOwner(account, services)
    const texts: RateFile[] = []
    for (const file of files) texts.push(await readTextFile(file, maxFileBytes, services, signal))
    const read = []
    for (const text of texts)
      read.push({ name: text.name, ...(await readDailyRates(text, currency)) })
    return { account: account ?? null, ...(await storeRates(owner, read, services)) }
  },
  audit: ({ account }, { files, added, corrected }) => [
    {
      action: 'rates_imported',
      account: account ?? null,
      facts: { files: files.map(({ name }) => name), added, corrected },
    },
  ],
})
