/** Names of networks in mediation reports, as {@link nameKey} writes them. */
const identifiers: ReadonlyMap<string, string> = new Map(
  Object.entries({
    adcolony: 'adcolony',
    admob: 'admob',
    googleadmob: 'admob',
    googlebiddingandgoogleadmob: 'admob',
    applovin: 'applovin',
    applovinexchange: 'applovin',
    appodeal: 'appodeal',
    bidmachine: 'bidmachine',
    chartboost: 'chartboost',
    digitalturbine: 'digitalturbine',
    dtexchange: 'digitalturbine',
    fyber: 'digitalturbine',
    fybermarketplace: 'fyber_exchange',
    facebook: 'facebook',
    facebookaudiencenetwork: 'facebook',
    meta: 'facebook',
    metaaudiencenetwork: 'facebook',
    googleadmanager: 'google_ad_manager',
    hyprmx: 'hyprmx',
    inmobi: 'inmobi',
    ironsource: 'ironsource',
    ironsourceads: 'ironsource',
    liftoff: 'vungle',
    liftoffmonetize: 'vungle',
    mintegral: 'mintegral',
    moloco: 'moloco',
    mopub: 'mopub',
    pangle: 'pangle',
    tiktok: 'pangle',
    tapjoy: 'tapjoy',
    unity: 'unityads',
    unityads: 'unityads',
    verve: 'verve',
    vervegroup: 'verve',
    pubnative: 'verve',
    hybid: 'verve',
    vungle: 'vungle',
    yandex: 'yandex',
    yandexads: 'yandex',
    yandexadvertisingnetwork: 'yandex',
  }),
)

/**
 * The identifier of a network in a mediation report: `Meta Audience Network (bidding)` is `facebook`.
 * Unknown names are converted to lower case with underscores.
 *
 * @returns null for a name without letters and digits
 */
export function networkOf(name: string): string | null {
  const bare = name.replace(/\s*\((bidding|waterfall)\)\s*$/i, '')
  const shorter = bare.replace(/[\s_-](network|bidding)$/i, '')
  for (const candidate of [name, bare, shorter]) {
    const known = identifiers.get(nameKey(candidate))
    if (known) return known
  }
  const written = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '')
    .slice(0, 64)
  return written === '' ? null : written
}

const nameKey = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '')
