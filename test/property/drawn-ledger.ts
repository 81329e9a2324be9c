import fc from 'fast-check'
import { deleteFigures } from '../../src/use-cases/delete-figures.ts'
import type { ImportSite } from '../import/import-site.ts'

// What is drawn for a naive ledger: rows of imports, and deletions.

export const apps = ['one', 'two', 'three'] as const
export const drawnApp = fc.constantFrom(...apps)

/** What an account's figures are drawn from. */
export interface Range {
  readonly days: readonly string[]
  readonly networks: readonly string[]
}

/** Rows of an import, each with a key of its own. */
export const drawnRows = (
  { days, networks }: Range,
  length: { readonly minLength: number; readonly maxLength: number },
) =>
  fc.uniqueArray(
    fc.record({
      day: fc.constantFrom(...days),
      app: drawnApp,
      network: fc.constantFrom(...networks),
      country: fc.constantFrom('US', 'DE'),
      impressions: fc.integer({ min: 1, max: 9 }),
    }),
    {
      selector: ({ day, app, network, country }) => [day, app, network, country].join(' '),
      ...length,
    },
  )

export const drawnDeletion = ({ days, networks }: Range) => ({
  kind: fc.constant('delete' as const),
  app: fc.option(drawnApp),
  network: fc.option(fc.constantFrom(...networks)),
  day: fc.constantFrom(...days),
  isSecondary: fc.constantFrom(false, false, true),
})

export interface Deletion {
  readonly app: string | null
  readonly network: string | null
  readonly day: string
}

/** @param as the secondary report whose figures are deleted; null for those that count */
export const deleteDrawn = (
  { app, network, day }: Deletion,
  as: string | null,
  account: string,
  site: ImportSite,
) =>
  site.call(deleteFigures, {
    account,
    startDate: day,
    endDate: day,
    ...(app !== null && { appId: `${account}.${app}` }),
    ...(network !== null && { network }),
    ...(as !== null && { as }),
  })
