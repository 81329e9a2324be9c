import isoCountries from 'i18n-iso-countries'
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' }
import { countries, isCountry, unknownCountry } from '../../../values/country.ts'

/** Names that networks use and the library's list lacks. */
const otherNames: Readonly<Record<string, string>> = {
  'Bolivia, Plurinational State of': 'BO',
  Burma: 'MM',
  'Burma (Myanmar)': 'MM',
  'Cape Verde': 'CV',
  Congo: 'CG',
  'Congo - Brazzaville': 'CG',
  'Congo - Kinshasa': 'CD',
  'Congo, the Democratic Republic of the': 'CD',
  'Congo (DRC)': 'CD',
  "Cote D'Ivoire": 'CI',
  Curacao: 'CW',
  'East Timor': 'TL',
  'Great Britain': 'GB',
  'Hong Kong SAR China': 'HK',
  'Iran, Islamic Republic of': 'IR',
  Kosovo: 'XK',
  'Lao People’s Democratic Republic': 'LA',
  "Lao People's Democractic Republic": 'LA',
  'Libyan Arab Jamahiriya': 'LY',
  Macau: 'MO',
  'Macao SAR China': 'MO',
  Macedonia: 'MK',
  'Macedonia, the Former Yugoslav Republic of': 'MK',
  'Myanmar (Burma)': 'MM',
  'Micronesia, Federated States of': 'FM',
  'Occupied Palestinian Territory': 'PS',
  'Palestinian Territories': 'PS',
  'Palestinian Territory': 'PS',
  'Palestinian Territory, Occupied': 'PS',
  'Republic of Moldova': 'MD',
  'Saint Martin': 'MF',
  'St. Barthélemy': 'BL',
  'St. Helena': 'SH',
  'St. Kitts and Nevis': 'KN',
  'St. Lucia': 'LC',
  'St. Martin': 'MF',
  'St. Vincent and Grenadines': 'VC',
  Swaziland: 'SZ',
  'Taiwan, Province of China': 'TW',
  'Tanzania, United Republic of': 'TZ',
  'The Netherlands': 'NL',
  UK: 'GB',
  'Venezuela, Bolivarian Republic of': 'VE',
  'Viet Nam': 'VN',
}

/** Three letters that are not of ISO 3166-1 but stand in reports. */
const otherCodes: Readonly<Record<string, string>> = { XKX: 'XK', KOS: 'XK' }

let byName: Map<string, string> | null = null

/**
 * The country that a report means by a code of two or three letters or by an English name, in any
 * case, with or without accents and punctuation.
 *
 * @returns null when it cannot be known
 * @example countryOf('Korea, Republic of') === 'KR'
 */
export function countryOf(text: string): string | null {
  const code = text.trim().toUpperCase()
  if (code.length === 2 && isCountry(code)) return code === unknownCountry ? null : code
  if (/^[A-Z]{3}$/.test(code)) {
    const found = isoCountries.alpha3ToAlpha2(code) ?? otherCodes[code]
    if (found) return found
  }
  byName ??= readNames()
  return byName.get(nameKey(text)) ?? null
}

function readNames(): Map<string, string> {
  const names = new Map<string, string>()
  const display = new Intl.DisplayNames('en', { type: 'region' })
  const listed = english.countries as Readonly<Record<string, string | readonly string[]>>
  for (const country of countries) {
    if (country === unknownCountry) continue
    for (const name of [listed[country] ?? [], display.of(country) ?? []].flat()) {
      names.set(nameKey(name), country)
    }
  }
  for (const [name, country] of Object.entries(otherNames)) names.set(nameKey(name), country)
  return names
}

/** What names are compared by: Latin letters alone, without accents. */
function nameKey(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('&', 'and')
    .replace(/^the /, '')
    .replace(/[^a-z]/g, '')
}
