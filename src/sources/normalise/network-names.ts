/**
 * The names that mediations' own lists have for networks, by Adtally's identifier. Case, spaces and punctuation do not
 * count, nor do endings such as `_NATIVE_BIDDING` or `(bidding)`. Where they are from is in docs/sources.md.
 */
export const networkNames: Readonly<Record<string, readonly string[]>> = {
  adcolony: ['AdColony'],
  admob: [
    'AdMob',
    'AdMob Network',
    'AdMob Network Waterfall',
    'Google AdMob',
    'Google Bidding and Google AdMob',
  ],
  applovin: ['AppLovin', 'AppLovin Exchange'],
  appodeal: ['Appodeal'],
  bidmachine: ['BidMachine'],
  chartboost: ['Chartboost'],
  digitalturbine: ['Digital Turbine', 'DT Exchange', 'Fyber'],
  facebook: [
    'Audience Network',
    'Facebook',
    'Facebook Audience Network',
    'FACEBOOK_MEDIATE',
    'Meta',
    'Meta Audience Network',
  ],
  fyber_exchange: ['Fyber Marketplace'],
  google_ad_manager: ['Google Ad Manager'],
  hyprmx: ['HyprMX'],
  inmobi: ['InMobi', 'InMobi (SDK)'],
  ironsource: ['ironSource', 'ironSource Ads'],
  mintegral: ['Mintegral'],
  moloco: ['Moloco'],
  mopub: ['MoPub'],
  pangle: ['Pangle', 'TikTok'],
  tapjoy: ['Tapjoy'],
  unityads: ['Unity', 'Unity Ads'],
  verve: ['HyBid', 'PubNative', 'Verve', 'Verve Group'],
  vungle: ['Liftoff', 'Liftoff Monetize', 'Vungle'],
  yandex: ['Yandex', 'Yandex Ads', 'Yandex Advertising Network'],
}

/** Words that point to a network without naming it: `Google Ads` may be AdMob or not. */
export const networkHints: Readonly<Record<string, string>> = {
  adx: 'google_ad_manager',
  bytedance: 'pangle',
  csj: 'pangle',
  dt: 'digitalturbine',
  fan: 'facebook',
  fb: 'facebook',
  gam: 'google_ad_manager',
  google: 'admob',
}
