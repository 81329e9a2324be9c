import type { NetworkSource } from '../source.ts'

/** Its columns are those of https://dev.adjust.com/en/api/rs-api/csv, read on 2026-11-29. */
const adjust: NetworkSource = {
  name: 'adjust',
  title: 'Adjust report of channels',
  network: 'adjust',
  dayZone: 'UTC',
  reports: [
    {
      kinds: ['spend'],
      columns: ['day', /^partner(_name)?$/, /^(network_)?cost$/],
      read: (cell) => ({
        day: cell('day'),
        app: {
          id: cell('store_id') || cell('app_token'),
          name: cell('app'),
          platform: cell('os_name'),
          package: cell('store_id'),
          storeId: cell('store_id'),
        },
        channel: cell('partner') || cell('partner_name'),
        campaign: cell('campaign_network') || cell('campaign'),
        country: cell('country_code') || cell('country'),
        impressions: cell('impressions'),
        clicks: cell('clicks'),
        installs: cell('installs'),
        cost: cell('cost') || cell('network_cost'),
        currency: cell('currency_code'),
      }),
    },
  ],
}

export default adjust
