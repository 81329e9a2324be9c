import { readFile, stat } from 'node:fs/promises'
import { Type } from 'typebox'
import type { RateFile } from '../../currencies/rate-file.ts'
import { readDailyRates } from '../../currencies/read-daily-rates.ts'
import type { StoredRates } from '../../records/rate-store.ts'
import type { GivenFile } from '../../sources/readers/input-file.ts'
import { prepareInput } from '../../sources/readers/prepare-input.ts'
import { temporaryFolder } from '../../sources/readers/temporary-folder.ts'
import { username } from '../fields.ts'
import { refuse } from '../refusals.ts'
import type { Services } from '../services.ts'
import { useCase } from '../use-case.ts'
import { withDeadline } from '../with-deadline.ts'
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
    for (const file of files) texts.push(await readText(file, services, signal))
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

/** @throws Refusal when the file is not a text that may be read */
async function readText(file: GivenFile, services: Services, signal: AbortSignal) {
  const { importLimits, workDirectory } = services
  await using folder = await temporaryFolder(workDirectory, 'rates-')
  return await withDeadline(importLimits, signal, async (reading) => {
    const { path } = await prepareInput(file, 'csv', folder.path, 0, reading)
    const { size } = await stat(path)
    if (size > maxFileBytes) {
      throw refuse('rate_file_too_large', { file: file.name, bytes: size, maximum: maxFileBytes })
    }
    return { name: file.name, text: await readFile(path, 'utf8') }
  })
}
