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

  test.each([
    ['USA', 'US'],
    ['United States', 'US'],
    ['United States of America', 'US'],
    ['UK', 'GB'],
    ['United Kingdom', 'GB'],
    ['UAE', 'AE'],
    ['United Arab Emirates', 'AE'],
    ['Korea, Republic of', 'KR'],
    ['South Korea', 'KR'],
    ['North Korea', 'KP'],
    ['Russian Federation', 'RU'],
    ['Russia', 'RU'],
    ['Viet Nam', 'VN'],
    ['Vietnam', 'VN'],
    ["Cote D' Ivoire", 'CI'],
    ["Cote D'Ivoire", 'CI'],
    ['Côte d’Ivoire', 'CI'],
    ['Ivory Coast', 'CI'],
    ['Czech Republic', 'CZ'],
    ['Czechia', 'CZ'],
    ['Turkey', 'TR'],
    ['Türkiye', 'TR'],
    ['Swaziland', 'SZ'],
    ['Eswatini', 'SZ'],
    ['Macedonia', 'MK'],
    ['North Macedonia', 'MK'],
    ['Macedonia, the Former Yugoslav Republic of', 'MK'],
    ['Burma (Myanmar)', 'MM'],
    ['Myanmar', 'MM'],
    ['East Timor', 'TL'],
    ['Timor-Leste', 'TL'],
    ['Cape Verde', 'CV'],
    ['Macau', 'MO'],
    ['Macao', 'MO'],
    ['Hong Kong', 'HK'],
    ['Taiwan', 'TW'],
    ['Taiwan, Province of China', 'TW'],
    ['Congo', 'CG'],
    ['Congo, the Democratic Republic of the', 'CD'],
    ['Congo, The Democratic Republic Of The', 'CD'],
    ["Lao People's Democractic Republic", 'LA'],
    ["Lao People'S Democratic Republic", 'LA'],
    ['Laos', 'LA'],
    ['Libyan Arab Jamahiriya', 'LY'],
    ['Libya', 'LY'],
    ['Palestinian Territory', 'PS'],
    ['Palestinian Territory, Occupied', 'PS'],
    ['Occupied Palestinian Territory', 'PS'],
    ['Moldova, Republic of', 'MD'],
    ['Republic Of Moldova', 'MD'],
    ['Tanzania, United Republic Of', 'TZ'],
    ['Iran', 'IR'],
    ['Iran, Islamic Republic of', 'IR'],
    ['Bolivia', 'BO'],
    ['Venezuela', 'VE'],
    ['Micronesia', 'FM'],
    ['Brunei Darussalam', 'BN'],
    ['Virgin Islands, U.S.', 'VI'],
    ['Bosnia and herzegovina', 'BA'],
    ['Bonaire, Sint Eustatius and Saba', 'BQ'],
    ['Sint Maarten', 'SX'],
    ['Sint Maarten (Dutch part)', 'SX'],
    ['Saint Martin', 'MF'],
    ['Saint Martin (French part)', 'MF'],
    ['Falkland Islands (Malvinas)', 'FK'],
    ['Sao Tome and Principe', 'ST'],
    ['Saint Pierre And Miquelon', 'PM'],
    ['Curacao', 'CW'],
    ['Curaçao', 'CW'],
    ['Reunion', 'RE'],
    ['Aland Islands', 'AX'],
    ['Åland Islands', 'AX'],
    ['Isle Of Man', 'IM'],
    ['Trinidad & Tobago', 'TT'],
    ['The Gambia', 'GM'],
    ['Guinea', 'GN'],
    ['Guinea-Bissau', 'GW'],
    ['Equatorial Guinea', 'GQ'],
    ['Niger', 'NE'],
    ['Dominican Republic', 'DO'],
    ['Kosovo', 'XK'],
    ['KOS', 'XK'],
    ['St. Kitts & Nevis', 'KN'],
    ['The Netherlands', 'NL'],
    ['The Philippines', 'PH'],
    ['Saint Helena, Ascension & Tristan da Cunha', 'SH'],
    ['Saint Helena, Ascension and Tristan da Cunha', 'SH'],
  ])('written by a network as %j is %s, in any case', (name, code) => {
    expect(countryOf(name)).toBe(code)
    expect(countryOf(name.toUpperCase())).toBe(code)
    expect(countryOf(name.toLowerCase())).toBe(code)
  })

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
  test.each([
    ['ADMOB_BIDDING', 'admob'],
    ['ADMOB_NETWORK', 'admob'],
    ['AdMob Network', 'admob'],
    ['GOOGLE_AD_MANAGER', 'google_ad_manager'],
    ['APPLOVIN_NETWORK', 'applovin'],
    ['APPLOVIN_EXCHANGE', 'applovin'],
    ['AppLovin', 'applovin'],
    ['FACEBOOK_NETWORK', 'facebook'],
    ['Facebook', 'facebook'],
    ['Meta', 'facebook'],
    ['Meta Audience Network', 'facebook'],
    ['Facebook Audience Network', 'facebook'],
    ['Liftoff Monetize', 'vungle'],
    ['Liftoff', 'vungle'],
    ['VUNGLE_BIDDING', 'vungle'],
    ['Vungle', 'vungle'],
    ['UnityAds', 'unityads'],
    ['Unity Ads', 'unityads'],
    ['UNITY_BIDDING', 'unityads'],
    ['ironSource', 'ironsource'],
    ['IRONSOURCE_BIDDING', 'ironsource'],
    ['ironSource Ads', 'ironsource'],
    ['Mintegral', 'mintegral'],
    ['MINTEGRAL_BIDDING', 'mintegral'],
    ['Pangle', 'pangle'],
    ['Chartboost', 'chartboost'],
    ['AdColony', 'adcolony'],
    ['InMobi', 'inmobi'],
    ['DT Exchange', 'digitalturbine'],
    ['Digital Turbine', 'digitalturbine'],
    ['Tapjoy', 'tapjoy'],
    ['HyprMX', 'hyprmx'],
    ['Verve', 'verve'],
    ['Appodeal', 'appodeal'],
    ['MoPub', 'mopub'],
    ['Google AdMob', 'admob'],
    ['BidMachine', 'bidmachine'],
    ['Fyber', 'digitalturbine'],
    ['Fyber Marketplace', 'fyber_exchange'],
    ['TikTok', 'pangle'],
    ['Verve Group', 'verve'],
    ['PubNative', 'verve'],
    ['HyBid', 'verve'],
    ['Moloco', 'moloco'],
    ['Yandex', 'yandex'],
    ['Yandex Ads', 'yandex'],
    ['Yandex Advertising Network', 'yandex'],
    ['Google Bidding and Google AdMob', 'admob'],
  ])('%s is %s, in any case', (name, network) => {
    expect(networkOf(name)).toBe(network)
    expect(networkOf(name.toUpperCase())).toBe(network)
    expect(networkOf(name.toLowerCase())).toBe(network)
    expect(networkOf(`${name} (bidding)`)).toBe(network)
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
  test.each([
    ['ios', 'ios'],
    ['iOS', 'ios'],
    ['IOS', 'ios'],
    ['iPhone', 'ios'],
    ['android', 'android'],
    ['Android', 'android'],
    ['ANDROID', 'android'],
    ['Google Play', 'android'],
    ['google_play', 'android'],
    ['Amazon', 'amazon'],
    ['amazon', 'amazon'],
    ['iPad', 'ios'],
    ['App Store', 'ios'],
    ['iTunes', 'ios'],
    ['Amazon Appstore', 'amazon'],
    ['Fire OS', 'amazon'],
    ['Kindle', 'amazon'],
  ])('%j is %s', (text, platform) => {
    expect(platformOf(text)).toBe(platform)
  })

  test.each(['', 'windows', 'web', 'all'])('is not recognised from %j', (text) => {
    expect(platformOf(text)).toBeNull()
  })
})
