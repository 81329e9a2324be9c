import { useState } from 'react'
import { platforms } from '../../../src/values/platform.ts'
import { useAccount } from '../api/queries.ts'
import type { AccountAnswer } from '../api/wire.ts'
import { appName, countryName, formatName, networkName, platformName } from '../figures/names.ts'
import { dimensionTitle } from '../reports/names.ts'
import { useValues } from '../reports/use-reports.ts'
import {
  type Filters as FilterValues,
  type Range,
  type ViewFilterName,
  viewFilterNames,
} from '../view/view.ts'
import type { FilterOption } from './filter-options.tsx'
import { FilterPicker } from './filter-picker.tsx'
import { QuietButton } from './quiet-button.tsx'

export interface FiltersProps {
  readonly filters: FilterValues
  /** Filters that the page sets. */
  readonly without: readonly ViewFilterName[]
  readonly range: Range
  readonly onChange: (filters: FilterValues) => void
}

export function Filters({ filters, without, range, onChange }: FiltersProps) {
  const account = useAccount()
  const keys = { ad_format: useKeys('ad_format', range), country: useKeys('country', range) }
  const set = (name: ViewFilterName, values: readonly string[]) => {
    const { [name]: _, ...others } = filters
    onChange(values.length > 0 ? { ...others, [name]: values } : others)
  }
  const isFiltered = viewFilterNames.some((name) => filters[name] && !without.includes(name))
  return (
    <>
      {viewFilterNames
        .filter((name) => !without.includes(name))
        .map((name) => {
          const own = name === 'ad_format' || name === 'country' ? keys[name] : null
          return (
            <FilterPicker
              key={name}
              title={dimensionTitle(name)}
              options={optionsOf(name, account, filters[name] ?? [], own?.known ?? [])}
              isLoading={own?.isLoading ?? false}
              chosen={filters[name] ?? []}
              onChange={(values) => set(name, values)}
              {...(own && { onOpen: own.want })}
            />
          )
        })}
      {isFiltered && <QuietButton onClick={() => onChange({})}>Clear filters</QuietButton>}
    </>
  )
}

/** The formats or countries with figures in a range, requested only when the picker is opened. */
function useKeys(by: 'ad_format' | 'country', range: Range) {
  const [isWanted, setWanted] = useState(false)
  return { ...useValues(by, range, isWanted), want: () => setWanted(true) }
}

function optionsOf(
  name: ViewFilterName,
  { apps, networks }: AccountAnswer,
  chosen: readonly string[],
  known: readonly string[],
): FilterOption[] {
  if (name === 'app_id') return apps.map((app) => ({ key: app.app_id, name: appName(app) }))
  if (name === 'platform') return platforms.map((key) => ({ key, name: platformName(key) }))
  if (name === 'network') return named([...networks, ...chosen], networkName)
  return named([...known, ...chosen], name === 'country' ? countryName : formatName)
}

function named(keys: readonly string[], nameOf: (key: string) => string): FilterOption[] {
  return [...new Set(keys)]
    .map((key) => ({ key, name: nameOf(key) }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'))
}
