import type { AppAnswer } from '../api/wire.ts'
import type { Formats } from '../figures/formats.ts'
import { appName, countryName, formatName, networkName, platformName } from '../figures/names.ts'
import { visible } from '../figures/visible.ts'

export const dimensionTitle = (name: string): string => titles[name] ?? name

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

/** Titles of the columns of a report. */
const titles = {
  date: 'Day',
  week: 'Week',
  month: 'Month',
  app_id: 'App',
  app_name: 'App name',
  platform: 'Platform',
  network: 'Network',
  ad_format: 'Format',
  country: 'Country',
  ad_tag: 'Ad tag',
  currency: 'Currency',
} as Readonly<Record<string, string>>
