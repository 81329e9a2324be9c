import { useMemo } from 'react'
import { useAccount } from '../api/queries.ts'
import type { AppAnswer } from '../api/wire.ts'
import { type Formats, useFormats } from '../figures/formats.ts'
import { appName, countryName, formatName, networkName, platformName } from '../figures/names.ts'
import { visible } from '../figures/visible.ts'
import { isTime, type Order } from '../view/report-view.ts'
import type { ReportResult } from './report.ts'

export const dimensionTitle = (name: string): string => titles[name] ?? wordsOf(name)

/** @returns a function that writes a value of a dimension for people */
export function valueNames(formats: Formats, apps: readonly AppAnswer[]) {
  const names = new Map(apps.map((app) => [app.app_id, appName(app)]))
  return (dimension: string, value: string): string => {
    if (dimension === 'date' || dimension === 'week') return formats.day(value, 'short')
    if (dimension === 'month') return formats.day(value, 'month')
    if (dimension === 'network') return networkName(value)
    if (dimension === 'platform') return platformName(value)
    if (dimension === 'ad_format') return formatName(value)
    if (dimension === 'country') return countryName(value)
    if (dimension === 'app_id') return names.get(value) ?? visible(value)
    return visible(value)
  }
}

export type NameOf = ReturnType<typeof valueNames>

/** The names of the account's values. */
export function useNames(): NameOf {
  const formats = useFormats()
  const { apps } = useAccount()
  return useMemo(() => valueNames(formats, apps), [formats, apps])
}

const collator = new Intl.Collator('en')

/** Rows in the order of names where they are sorted by a dimension: the report endpoint sorts by keys. */
export function inOrderOfNames(
  report: ReportResult,
  { by, descending }: Order,
  nameOf: NameOf,
): ReportResult {
  // The first of many rows are not the first by name.
  if (report.hasMore || isTime(by) || !report.dimensions.includes(by)) return report
  const names = new Map(report.rows.map((row) => [row, nameOf(by, row[by] ?? '')]))
  const sign = descending ? -1 : 1
  const rows = report.rows.toSorted((a, b) => sign * collator.compare(names.get(a)!, names.get(b)!))
  return { ...report, rows }
}

const wordsOf = (name: string) => `${name[0]!.toUpperCase()}${name.slice(1).replaceAll('_', ' ')}`

/** Titles of the columns of a report that are not their names. */
const titles = {
  date: 'Day',
  app_id: 'App',
  ad_format: 'Format',
} as Readonly<Record<string, string>>
