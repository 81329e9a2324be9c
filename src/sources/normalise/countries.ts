import isoCountries from 'i18n-iso-countries'
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' }
import { countries, isCountry, unknownCountry } from '../../values/country.ts'

/** Names that networks use and that the library does not contain. */
const otherNames = {
  BL: ['St. Barthélemy'],
  BO: ['Bolivia, Plurinational State of'],
  BQ: ['Bonaire'],
  BS: ['Bahamas, The'],
  CD: [
    'Congo - Kinshasa',
    'Congo (DRC)',
    'Congo, Democratic Republic of',
    'Congo, Democratic Republic of the',
    'Congo, the Democratic Republic of the',
    'DR Congo',
  ],
  CG: ['Congo', 'Congo - Brazzaville', 'Congo, Republic of the'],
  CI: ["Cote D'Ivoire"],
  CV: ['Cabo Verde', 'Cape Verde'],
  CW: ['Curacao'],
  FM: ['Micronesia, Federated States of'],
  FO: ['Faeroe Islands'],
  GB: ['Great Britain', 'UK', 'United Kingdom of Great Britain and Northern Ireland'],
  GM: ['Gambia, The'],
  HK: ['Hong Kong SAR China', 'Hong Kong SAR', 'China, Hong Kong SAR'],
  IR: ['Iran, Islamic Republic of'],
  KG: ['Kyrgyz Republic'],
  KN: ['St. Kitts and Nevis'],
  KP: [
    "Korea, Democratic People's Republic of",
    "Democratic People's Republic of Korea",
    'Korea, North',
  ],
  KR: ['Korea, South', 'Korea (South)'],
  LA: ["Lao People's Democratic Republic", "Lao People's Democractic Republic", 'Lao PDR'],
  LC: ['St. Lucia'],
  LY: ['Libyan Arab Jamahiriya'],
  MD: ['Republic of Moldova'],
  MF: ['Saint Martin', 'St. Martin'],
  MK: [
    'Macedonia',
    'Macedonia (FYROM)',
    'Macedonia, Republic of',
    'Macedonia, the Former Yugoslav Republic of',
    'North Macedonia, Republic of',
  ],
  MM: ['Burma', 'Burma (Myanmar)', 'Myanmar (Burma)'],
  MO: ['Macau', 'Macao SAR China', 'Macau SAR', 'Macao SAR'],
  NL: ['The Netherlands'],
  PS: [
    'Occupied Palestinian Territory',
    'Palestine, State of',
    'Palestinian Territories',
    'Palestinian Territory',
    'Palestinian Territory, Occupied',
  ],
  SH: ['St. Helena', 'Saint Helena, Ascension and Tristan da Cunha'],
  SJ: ['Svalbard'],
  SK: ['Slovak Republic'],
  SX: ['St. Maarten'],
  SZ: ['Swaziland'],
  TL: ['East Timor'],
  TW: ['Taiwan, Province of China'],
  TZ: ['Tanzania, United Republic of'],
  VA: ['Holy See'],
  VC: ['St. Vincent and Grenadines'],
  VE: ['Venezuela, Bolivarian Republic of'],
  VN: ['Viet Nam'],
  // ISO 3166-1 has no code of three letters for it.
  XK: ['Kosovo', 'Republic of Kosovo', 'XKX', 'KOS'],
} as const

let byName: Map<string, string> | null = null

/**
 * Recognises a country by its code of two or three letters or its English name. Case, accents and
 * punctuation do not matter.
 *
 * @returns null when it is not recognised
 * @example countryOf('Korea, Republic of') === 'KR'
 */
export function countryOf(text: string): string | null {
  const code = text.trim().toUpperCase()
  if (isCountry(code)) return code === unknownCountry ? null : code
  byName ??= readNames()
  return isoCountries.alpha3ToAlpha2(code) ?? byName.get(nameKey(text)) ?? null
}

function readNames(): Map<string, string> {
  const names = new Map<string, string>()
  const display = new Intl.DisplayNames('en', { type: 'region' })
  const listed = english.countries as Readonly<Record<string, string | readonly string[]>>
  for (const country of countries) {
    if (country === unknownCountry) continue
    for (const name of [listed[country]!, display.of(country)!].flat()) {
      names.set(nameKey(name), country)
    }
  }
  for (const [country, also] of Object.entries(otherNames)) {
    for (const name of also) names.set(nameKey(name), country)
  }
  return names
}

/** A name's Latin letters without accents, for comparison. */
function nameKey(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('&', 'and')
    .replace(/^the /, '')
    .replace(/[^a-z]/g, '')
}
