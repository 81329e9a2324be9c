import type { NetworkSource } from '../sources/source.ts'
import type { FigureImportOptions } from './import-options.ts'
import { refuse } from './refusals.ts'
import { reportNameOf } from './slice-roles.ts'
import type { NewImport } from './slice-store.ts'

/**
 * How the rows of an import are booked. Besides the sources that say so, each report with rows of networks other than
 * its own is one of a mediation.
 *
 * @param source null for Adtally's own format
 * @param networks those of the rows
 * @throws Refusal `no_mediation` when rows are to be added that are of none
 */
export async function howBooked(
  { as, booking = 'auto', pulled, network }: FigureImportOptions,
  source: NetworkSource | null,
  networks: () => Promise<readonly (string | null)[]>,
): Promise<Pick<NewImport, 'report' | 'mediation'>> {
  if (as !== undefined) return { report: as }
  const name = reportNameOf(pulled?.connector ?? source?.name ?? 'adtally')
  if (booking === 'report') return { report: name }
  const isMediation = pulled
    ? pulled.isMediation
    : source !== null &&
      (source.mediates === true ||
        (network === undefined && (await networks()).some((one) => one !== source.network)))
  if (isMediation) {
    return {
      report: null,
      mediation: booking === 'counted' ? { booking } : { booking, report: name },
    }
  }
  if (booking === 'add') throw refuse('no_mediation', { source: source?.name ?? 'adtally' })
  return { report: null }
}
