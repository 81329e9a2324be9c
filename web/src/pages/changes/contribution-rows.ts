import type { ContributionAnswer, ContributionsAnswer } from '../../api/wire.ts'
import { appName, countryName, networkName } from '../../figures/names.ts'
import { plural } from '../../figures/plural.ts'
import { type Search, searchOf } from '../../view/search.ts'
import { type Filters, filtersOf, type View } from '../../view/view.ts'
import type { Contribution } from './effects.ts'

export type BreakdownAnswer = ContributionsAnswer['breakdowns'][number]
export type ContributionKind = ContributionAnswer['kind']

/** A row of a table of contributions. */
export interface ContributionRow extends Contribution {
  readonly id: string
  readonly name: string
  /** Null for the sum of all others. */
  readonly kind: ContributionKind | null
  /** The row's network or app; null where rows are of several members. */
  readonly key: string | null
  /** Selects the row's figures; null for the sum of all others. */
  readonly filters: Filters | null
}

/** The rows of a breakdown, and below them all others added up. */
export function contributionRows({ by, rows, others }: BreakdownAnswer): ContributionRow[] {
  const listed = rows.map((row): ContributionRow => {
    const { app, network, country, kind, ...contribution } = row
    const filters = filtersOf({ app, network, country })
    const keys = Object.values(filters).flat()
    const names = [
      app && appName(app),
      network !== null && networkName(network),
      country !== null && countryName(country),
    ]
    return {
      ...contribution,
      id: keys.join(' '),
      name: names.filter(Boolean).join(' · '),
      kind,
      key: by.length === 1 ? (keys[0] ?? null) : null,
      filters,
    }
  })
  if (!others) return listed
  const { count, ...sum } = others
  const name = `${count} ${plural(count, { one: 'other', other: 'others' })}`
  return [...listed, { ...sum, id: 'others', name, kind: null, key: null, filters: null }]
}

/** Overview's parameters for a row's figures: those of the page, filtered and broken down further. */
export function searchOfRow(view: View, filters: Filters): Search {
  const by = filters.network ? (filters.app_id ? 'ad_format' : 'app_id') : 'network'
  return { ...searchOf({ ...view, filters: { ...view.filters, ...filters } }), rows: [by] }
}
