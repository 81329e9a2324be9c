import { installationOwner } from '../../currencies/daily-rate.ts'
import { europeanCentralBank, readDailyRates } from '../../currencies/read-daily-rates.ts'
import type { StoredRates } from '../../records/rate-store.ts'
import { NetworkFault } from '../../sources/connector.ts'
import { addDays, type Day, dayOf } from '../../values/day.ts'
import { refuse } from '../refusals.ts'
import type { Services } from '../services.ts'
import { useCase } from '../use-case.ts'
import { storeRates } from './store-rates.ts'

const host = 'www.ecb.europa.eu'
const addressOf = (file: string) => `https://${host}/stats/eurofxref/${file}`
/** The days of the short file, less some for days without rates. */
const shortFileDays = 80
/** Of the whole file, which begins in 1999. */
const storedDays = 1_100

/** Fetches the European Central Bank's rates: those of the last 90 days, or of three years when there are none yet. */
export const fetchRates = useCase({
  name: 'fetch-rates',
  request: {},
  run: async (services, _request, { signal }): Promise<StoredRates & { days_awoken: number }> => {
    const today = dayOf(services.networks.nowMs())
    const newest = await newestBankDay(services)
    const isRecent = newest !== null && newest >= today - shortFileDays
    const name = isRecent ? 'eurofxref-hist-90d.xml' : 'eurofxref-hist.xml'
    const text = await fetchText(addressOf(name), services, signal)
    const { bank, rates } = await readDailyRates({ name, text }, null)
    const recent = rates.filter(({ day }) => day >= addDays(today, -storedDays))
    const read = recent.length > 0 ? [{ name, bank, rates: recent }] : []
    const { files: _, ...stored } = await storeRates(installationOwner, read, services)
    return stored
  },
  audit: (_request, { added, corrected }) =>
    added + corrected === 0
      ? []
      : [
          {
            action: 'rates_imported',
            account: null,
            facts: { files: [europeanCentralBank], added, corrected },
          },
        ],
})

/** The newest day of the bank's rates in the store; null for none. */
export async function newestBankDay({ rates, networks }: Services): Promise<Day | null> {
  const today = dayOf(networks.nowMs())
  const found = await rates.find({
    owners: [installationOwner],
    days: { firstDay: addDays(today, -shortFileDays), lastDay: today },
    currencies: ['EUR'],
  })
  return found.find(({ source }) => source === europeanCentralBank)?.day ?? null
}

/** @throws Refusal `rates_not_fetched` */
async function fetchText(url: string, { networks }: Services, signal: AbortSignal) {
  try {
    const { status, text } = await networks.calls.call({ url }, [host], signal)
    if (status === 200) return text
    throw refuse('rates_not_fetched', { reason: `answered ${status}` })
  } catch (error) {
    if (!(error instanceof NetworkFault)) throw error
    throw refuse('rates_not_fetched', { reason: error.fault.message })
  }
}
