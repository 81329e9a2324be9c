import { texts } from '../texts.ts'

export const figuresTexts = texts('figures', {
  ownNetworks: { ownnet: 'Own network', ownnet_exchange: 'Own exchange' },
  unknownCountry: 'Unknown country',
  allOthers: 'All others',
  breakdownTitles: {
    network: 'Network',
    format: 'Format',
    country: 'Country',
    app: 'App',
    platform: 'Platform',
  },
  whoseTime: (timeZone: string) =>
    `Days are those of the networks. Times are in your browser’s time zone, ${timeZone}.`,
})
