import { isPlatform, platforms } from '../../values/platform.ts'
import { plainDecimal } from './plain-decimal.ts'
import { type NetworkSource, SourceCellError } from './source.ts'

const formats: Readonly<Record<string, string>> = {
  Banner: 'banner',
  Interstitial: 'interstitial',
  Rewarded: 'rewarded',
}

/** Digital Turbine's FairBid report: a row for each day, app, placement and country, in USD. */
export const digitalTurbine: NetworkSource = {
  name: 'digital-turbine',
  title: 'Digital Turbine FairBid report (CSV)',
  columns: [
    'Fyber App ID',
    'App Name',
    'Placement Type',
    'Country',
    'Device OS',
    'Date',
    'Impressions',
    'Clicks',
    'Revenue (USD)',
  ],
  dayZone: 'UTC',
  read: (cell) => {
    const platform = cell('Device OS').toLowerCase()
    if (!isPlatform(platform)) {
      throw new SourceCellError('Device OS', cell('Device OS'), platforms.join(', '))
    }
    return {
      app: {
        network: 'digitalturbine',
        networkAppId: cell('Fyber App ID'),
        name: cell('App Name'),
        platform,
      },
      date: cell('Date'),
      network: 'digitalturbine',
      format: formats[cell('Placement Type')] ?? cell('Placement Type').toLowerCase(),
      country: cell('Country').toUpperCase() || 'ZZ',
      impressions: cell('Impressions'),
      clicks: cell('Clicks') || null,
      installs: null,
      revenue: plainDecimal(cell('Revenue (USD)')),
      currency: 'USD',
    }
  },
}
