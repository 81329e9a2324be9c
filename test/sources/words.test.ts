import isoCountries from 'i18n-iso-countries'
import { describe, expect, test } from 'vitest'
import { connectors } from '../../src/sources/all-connectors.ts'
import { sources } from '../../src/sources/all-sources.ts'
import { countryOf } from '../../src/sources/normalise/countries.ts'
import { namedNetwork } from '../../src/sources/normalise/networks.ts'
import { platformOf } from '../../src/sources/normalise/platforms.ts'
import { countries } from '../../src/values/country.ts'

const networkOf = (name: string) => namedNetwork(name)?.network ?? null

const known = countries.filter((country) => country !== 'ZZ')

describe('a country', () => {
  // The first, because mutation runs credit the names to the test that loads them.
  test('is recognised by a name of the library, of Node and of our own list', () => {
    expect(countryOf('Russian Federation')).toBe('RU')
    expect(countryOf('Heard & McDonald Islands')).toBe('HM')
    expect(countryOf('Burma')).toBe('MM')
  })

  test('is recognised by its alpha-2 code in any case', () => {
    const codes = known.flatMap((code) => [code, code.toLowerCase(), ` ${code} `])
    expect(codes.map(countryOf)).toEqual(known.flatMap((code) => [code, code, code]))
  })

  test('is recognised by its alpha-3 code in any case', () => {
    const alpha3 = known.map((code) => isoCountries.alpha2ToAlpha3(code) ?? 'XKX')
    expect(alpha3.map(countryOf)).toEqual(known)
    expect(alpha3.map((code) => countryOf(code.toLowerCase()))).toEqual(known)
  })

  test('is recognised by the English name that browsers and servers show', () => {
    const display = new Intl.DisplayNames('en', { type: 'region' })
    const names = known.map((code) => display.of(code)!)
    expect(names.map(countryOf)).toEqual(known)
    expect(names.map((name) => countryOf(name.toUpperCase()))).toEqual(known)
    expect(names.map((name) => countryOf(name.toLowerCase()))).toEqual(known)
  })

  const written: Readonly<Record<string, readonly string[]>> = {
    US: ['USA', 'United States', 'United States of America'],
    GB: ['UK', 'United Kingdom'],
    AE: ['UAE', 'United Arab Emirates'],
    KR: ['Korea, Republic of', 'South Korea'],
    KP: ['North Korea'],
    RU: ['Russian Federation', 'Russia'],
    VN: ['Viet Nam', 'Vietnam'],
    CI: ["Cote D' Ivoire", "Cote D'Ivoire", 'Côte d’Ivoire', 'Ivory Coast'],
    CZ: ['Czech Republic', 'Czechia'],
    TR: ['Turkey', 'Türkiye'],
    SZ: ['Swaziland', 'Eswatini'],
    MK: ['Macedonia', 'North Macedonia', 'Macedonia, the Former Yugoslav Republic of'],
    MM: ['Burma (Myanmar)', 'Myanmar'],
    TL: ['East Timor', 'Timor-Leste'],
    CV: ['Cape Verde'],
    MO: ['Macau', 'Macao'],
    HK: ['Hong Kong'],
    TW: ['Taiwan', 'Taiwan, Province of China'],
    CG: ['Congo'],
    CD: ['Congo, the Democratic Republic of the', 'Congo, The Democratic Republic Of The'],
    LA: ["Lao People's Democractic Republic", "Lao People'S Democratic Republic", 'Laos'],
    LY: ['Libyan Arab Jamahiriya', 'Libya'],
    PS: [
      'Palestinian Territory',
      'Palestinian Territory, Occupied',
      'Occupied Palestinian Territory',
    ],
    MD: ['Moldova, Republic of', 'Republic Of Moldova'],
    TZ: ['Tanzania, United Republic Of'],
    IR: ['Iran', 'Iran, Islamic Republic of'],
    BO: ['Bolivia'],
    VE: ['Venezuela'],
    FM: ['Micronesia'],
    BN: ['Brunei Darussalam'],
    VI: ['Virgin Islands, U.S.'],
    BA: ['Bosnia and herzegovina'],
    BQ: ['Bonaire, Sint Eustatius and Saba'],
    SX: ['Sint Maarten', 'Sint Maarten (Dutch part)'],
    MF: ['Saint Martin', 'Saint Martin (French part)'],
    FK: ['Falkland Islands (Malvinas)'],
    ST: ['Sao Tome and Principe'],
    PM: ['Saint Pierre And Miquelon'],
    CW: ['Curacao', 'Curaçao'],
    RE: ['Reunion'],
    AX: ['Aland Islands', 'Åland Islands'],
    IM: ['Isle Of Man'],
    TT: ['Trinidad & Tobago'],
    GM: ['The Gambia'],
    GN: ['Guinea'],
    GW: ['Guinea-Bissau'],
    GQ: ['Equatorial Guinea'],
    NE: ['Niger'],
    DO: ['Dominican Republic'],
    XK: ['Kosovo', 'KOS'],
    KN: ['St. Kitts & Nevis'],
    NL: ['The Netherlands'],
    PH: ['The Philippines'],
    SH: [
      'Saint Helena, Ascension & Tristan da Cunha',
      'Saint Helena, Ascension and Tristan da Cunha',
    ],
  }
  test.each(Object.entries(written))(
    '%s is written by networks as %j, in any case',
    (code, names) => {
      for (const name of names) {
        expect([name, name.toUpperCase(), name.toLowerCase()].map(countryOf)).toEqual([
          code,
          code,
          code,
        ])
      }
    },
  )

  test.each([
    '',
    'ZZ',
    'zz',
    'XX',
    'EU',
    'A1',
    'QQQ',
    'N/A',
    'Unknown',
    'Other',
    'Atlantis',
    '-',
    'Unknown Region',
    'USAX',
    'Isle of the Man',
  ])('is not recognised from %j', (text) => {
    expect(countryOf(text)).toBeNull()
  })
})

describe('the network of a mediation report', () => {
  const written: Readonly<Record<string, readonly string[]>> = {
    admob: [
      'ADMOB_BIDDING',
      'ADMOB_NETWORK',
      'AdMob Network',
      'Google AdMob',
      'Google Bidding and Google AdMob',
    ],
    google_ad_manager: ['GOOGLE_AD_MANAGER'],
    applovin: ['APPLOVIN_NETWORK', 'APPLOVIN_EXCHANGE', 'AppLovin'],
    facebook: [
      'FACEBOOK_NETWORK',
      'Facebook',
      'Meta',
      'Meta Audience Network',
      'Facebook Audience Network',
    ],
    vungle: ['Liftoff Monetize', 'Liftoff', 'VUNGLE_BIDDING', 'Vungle'],
    unityads: ['UnityAds', 'Unity Ads', 'UNITY_BIDDING'],
    ironsource: ['ironSource', 'IRONSOURCE_BIDDING', 'ironSource Ads'],
    mintegral: ['Mintegral', 'MINTEGRAL_BIDDING'],
    pangle: ['Pangle', 'TikTok'],
    chartboost: ['Chartboost'],
    adcolony: ['AdColony'],
    inmobi: ['InMobi'],
    digitalturbine: ['DT Exchange', 'Digital Turbine', 'Fyber'],
    tapjoy: ['Tapjoy'],
    hyprmx: ['HyprMX'],
    verve: ['Verve', 'Verve Group', 'PubNative', 'HyBid'],
    appodeal: ['Appodeal'],
    mopub: ['MoPub'],
    bidmachine: ['BidMachine'],
    fyber_exchange: ['Fyber Marketplace'],
    moloco: ['Moloco'],
    yandex: ['Yandex', 'Yandex Ads', 'Yandex Advertising Network'],
  }
  test.each(Object.entries(written))('%s is written as %j, in any case', (network, names) => {
    for (const name of names) {
      const forms = [name, name.toUpperCase(), name.toLowerCase(), `${name} (bidding)`]
      expect(forms.map(networkOf)).toEqual(forms.map(() => network))
    }
  })

  test('that can be connected is recognised however a mediation sells its ads', () => {
    const connected = [...connectors.values()].flatMap(({ kind, source }) =>
      kind === 'network' ? [sources.get(source)!.network] : [],
    )
    const written = (network: string) => [
      `${network.toUpperCase()}_BIDDING`,
      `${network} (bidding)`,
    ]
    expect(connected.flatMap(written).map(networkOf)).toEqual(
      connected.flatMap((network) => [network, network]),
    )
  })

  test.each([
    ['Pangle(bidding)', 'pangle'],
    ['InMobi (waterfall)', 'inmobi'],
    ['AppLovin Network  (Waterfall) ', 'applovin'],
    ['AppLovin-Network', 'applovin'],
    ['ADMOB_NATIVE_NETWORK', 'admob'],
    ['FACEBOOK_NATIVE_BIDDING', 'facebook'],
    ['GOOGLE_AD_MANAGER_NATIVE_NETWORK', 'google_ad_manager'],
    ['FACEBOOK_MEDIATE', 'facebook'],
    ['AdMob Network', 'admob'],
    ['AdMob Network Waterfall', 'admob'],
    ['AdMob Network Bidding', 'admob'],
    ['InMobi (SDK) (bidding)', 'inmobi'],
  ])('%j is %s', (name, network) => {
    expect(namedNetwork(name)).toEqual({ kind: 'listed', network })
  })

  test.each([
    // Only the end of a name tells how ads are sold.
    ['Unity (bidding) Ads', 'unityads'],
    ['Unity Network Ads', 'unityads'],
    ['InMobi Exchange (bidding)', 'inmobi'],
    ['AdMob Native', 'admob'],
    ['ADMOBB_BIDDING', 'admob'],
    ['AdMbo', 'admob'],
    ['Vugle', 'vungle'],
    ['Vuungle', 'vungle'],
    ['Vongle', 'vungle'],
    ['My Google Ad Manager line', 'google_ad_manager'],
    ['Google Ads', 'admob'],
    ['FB hybrid', 'facebook'],
    ['Meta direct', 'facebook'],
  ])('%j resembles %s', (name, network) => {
    expect(namedNetwork(name)).toEqual({ kind: 'similar', network })
  })

  test.each(['BIGO Ads', 'MYTARGET_BIDDING', 'Metal Ads', 'Cross Promotion', 'House'])(
    '%s resembles none',
    (name) => {
      expect(namedNetwork(name)?.kind).toBe('new')
    },
  )

  test.each(['leadbolt', 'domob', 'iad', 'ownnet', 'ownnet_exchange', 'fyber_exchange'])(
    '%s is unchanged',
    (network) => {
      expect(networkOf(network)).toBe(network)
    },
  )

  test.each([
    ['Some New-Net', 'some_new_net'],
    ['  Ads & More!  ', 'ads_more'],
    ['NET4', 'net4'],
    ['x'.repeat(70), 'x'.repeat(64)],
  ])('that is unknown is written in lower case: %j is %s', (name, network) => {
    expect(networkOf(name)).toBe(network)
  })

  test.each(['', '---', '広告'])('cannot be %j', (name) => {
    expect(networkOf(name)).toBeNull()
  })
})

describe('the platform', () => {
  test.each(
    Object.entries({
      ios: ['ios', 'iOS', 'IOS', 'iPhone', 'iPad', 'App Store', 'iTunes'],
      android: ['android', 'Android', 'ANDROID', 'Google Play', 'google_play'],
      amazon: ['Amazon', 'amazon', 'Amazon Appstore', 'Fire OS', 'Kindle'],
    }),
  )('%s is written as %j', (platform, texts) => {
    expect(texts.map(platformOf)).toEqual(texts.map(() => platform))
  })

  test.each(['', 'windows', 'web', 'all'])('is not recognised from %j', (text) => {
    expect(platformOf(text)).toBeNull()
  })
})
