import { texts } from '../texts.ts'

export const countriesTexts = texts('countries', {
  countries: 'Countries',
  noFigures: 'No figures',
  thereAreNoFiguresFor: 'There are no figures for these days and filters. Choose others.',
  revenueByCountry: 'Revenue by country',
  perThousandImpressions: 'per thousand impressions',
  ecpm: 'eCPM',
})
