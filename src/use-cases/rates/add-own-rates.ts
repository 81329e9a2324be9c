import { readDailyRates } from '../../currencies/read-daily-rates.ts'
import type { StoredRates } from '../../records/rate-store.ts'
import { dryRun, rateText, username } from '../fields.ts'
import { useCase } from '../use-case.ts'
import { rateOwner } from './rate-view.ts'
import { type StoredFile, storeRates } from './store-rates.ts'

/** Stores a file of an account's own rates, whole or not at all; a dry run only tells what it would do. */
export const addOwnRates = useCase({
  name: 'add-own-rates',
  request: { username, file: rateText, dryRun },
  run: async (
    services,
    { username, file, dryRun },
  ): Promise<StoredRates & { readonly file: StoredFile; readonly days_awoken: number }> => {
    const { owner, currency } = await rateOwner(username, services)
    const read = { name: file.name, ...(await readDailyRates(file, currency)) }
    const { files, ...stored } = await storeRates(owner, [read], services, dryRun)
    return { file: files[0]!, ...stored }
  },
  audit: ({ username: account, file, dryRun }, { added, corrected }) =>
    dryRun
      ? []
      : [
          {
            action: 'rates_imported',
            account,
            facts: { files: [file.name], added, corrected },
          },
        ],
})
