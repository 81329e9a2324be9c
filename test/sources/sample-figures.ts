import type { FiguresRequest } from '../../src/use-cases/import-figures.ts'

/** A real report, the options of its import, and the expected figures. */
export interface Sample {
  readonly file: string
  readonly source: string
  readonly request: FiguresRequest
  readonly links?: Readonly<Record<string, string>>
  /** The number of figures. */
  readonly figures: number
  readonly impressions: string
  readonly clicks: number
  readonly micros: number
  readonly unknownCountries?: Readonly<Record<string, number>>
  /** Lines of figures, by day and country; all lines if there are as many as figures. */
  readonly lines: readonly string[]
}

const create = { createApps: 'studio' }
const dashboard = { day: '2022-06-01', app: 'zap-ios' }
const line = (network: string) => (figures: string) =>
  `2022-06-01 zap-ios ${network} unknown ${figures}`

// The reports have no licence, so they are read in place and never copied here. The numbers were
// computed from them with decimals, each figure rounded to micros half away from zero.

/** Every real report that has rows. */
export const samples: readonly Sample[] = [
  {
    file: 'applovin-max/dashboard-country-applovin-exchange.csv',
    source: 'applovin-max',
    request: { ...dashboard, network: 'applovin' },
    figures: 151,
    impressions: '6199644',
    clicks: 0,
    micros: 713_061_563,
    lines: [
      'US 584064 0 0 369273862',
      'DE 681864 0 0 80826651',
      'FR 415774 0 0 33642777',
      'RU 478233 0 0 24270295',
      'CA 126967 0 0 16437182',
      'KR 209704 0 0 13296553',
      'VN 135558 0 0 6804947',
      'PS 8765 0 0 287549',
      'LA 614 0 0 626',
      'BM 9 0 0 179',
      'SM 6 0 0 90',
      'CI 1 0 0 12',
    ].map(line('applovin')),
  },
  {
    file: 'applovin-max/dashboard-country-google-ad-manager.csv',
    source: 'applovin-max',
    request: { ...dashboard, network: 'google_ad_manager' },
    figures: 200,
    impressions: '7397589',
    clicks: 0,
    micros: 5_955_348_770,
    lines: [
      'US 1026593 0 0 2106637320',
      'DE 906388 0 0 757730170',
      'FR 730903 0 0 381739210',
      'JP 362021 0 0 321114140',
      'CA 150823 0 0 284157230',
      'CI 705 0 0 142400',
      'CD 340 0 0 16270',
      'CG 13 0 0 4620',
      'XK 67 0 0 3660',
      'SZ 2 0 0 40',
      'AI 1 0 0 20',
    ].map(line('google_ad_manager')),
  },
  {
    file: 'inmobi/dashboard-country.csv',
    source: 'inmobi',
    request: dashboard,
    figures: 210,
    impressions: '2695893',
    clicks: 0,
    micros: 3_988_973_717,
    lines: [
      'US 2115179 0 0 3576974822',
      'JP 100855 0 0 126484492',
      'CA 73456 0 0 100912794',
      'KR 60945 0 0 44236952',
      'AU 15462 0 0 32238717',
      'AE 1925 0 0 3030947',
      'PS 436 0 0 631380',
      'MM 22 0 0 2300',
      'CD 13 0 0 1600',
      'CG 0 0 0 0',
      'RE 4 0 0 118',
      'IS 1 0 0 6',
      'TG 1 0 0 6',
    ].map(line('inmobi')),
  },
  {
    file: 'verve/dashboard-country.csv',
    source: 'verve',
    request: dashboard,
    figures: 162,
    impressions: '3318583',
    clicks: 950,
    micros: 592_488_948,
    unknownCountries: { 'N/A': 1 },
    lines: [
      'US 1207807 137 0 409014769',
      'CA 254700 27 0 32910882',
      'DE 247302 106 0 27022486',
      'NL 145697 27 0 13510897',
      'JP 171492 31 0 13219486',
      'CI 67 1 0 3198',
      'CD 19 0 0 1871',
      'FO 2 0 0 192',
      'HT 1 0 0 96',
      'CG 1 0 0 56',
      'MK 1 0 0 24',
    ].map(line('verve')),
  },
  {
    file: 'applovin-max/api-maxreport-illustrative.json',
    source: 'applovin-max',
    request: { network: 'applovin' },
    links: { 'Match Three Saga': 'zap-ios', 'Word Connect Pro': 'brick' },
    figures: 3,
    impressions: '53080',
    clicks: 0,
    // 289.16 + 103.51 + 29.45
    micros: 422_120_000,
    lines: [
      '2026-05-04 zap-ios applovin rewarded US 12345 0 0 289160000',
      '2026-05-04 zap-ios applovin interstitial US 8721 0 0 103510000',
      '2026-05-04 brick applovin banner DE 32014 0 0 29450000',
    ],
  },
  {
    file: 'admob/api-networkreport-google-docs.json',
    source: 'admob',
    request: {},
    links: { 'ca-app-pub-8123415297019784~1001342552': 'zap-android' },
    figures: 1,
    impressions: '0',
    clicks: 0,
    micros: 6_500_000,
    lines: ['2018-09-18 zap-android admob unknown ZZ 0 0 0 6500000'],
  },
  {
    file: 'digital-turbine/fairbid-report.csv',
    source: 'digital-turbine',
    request: create,
    figures: 18,
    impressions: '8921',
    clicks: 35,
    micros: 13_386_276,
    lines: [
      "2021-02-04 Truck'em All digitalturbine banner PH 33 0 0 36300",
      '2021-02-04 Wreck Master 3D! digitalturbine interstitial KR 7 3 0 35000',
      '2021-02-04 Wreck Master 3D! digitalturbine interstitial SG 0 0 0 0',
      "2021-02-06 Truck'em All digitalturbine banner CL 17 0 0 13600",
      '2021-02-06 Wreck Master 3D! digitalturbine banner DE 12 0 0 8400',
      "2021-02-07 Truck'em All digitalturbine banner AT 3 0 0 3300",
      "2021-02-07 Truck'em All digitalturbine banner US 8849 32 0 13289676",
    ],
  },
  {
    file: 'levelplay/stats-v6.json',
    source: 'levelplay',
    request: create,
    figures: 2,
    impressions: '8',
    clicks: 0,
    micros: 50_000,
    lines: [
      '2021-02-04 Bang Hero (iOS) ironsource rewarded AE 1 0 0 10000',
      '2021-02-04 Bang Hero (iOS) ironsource rewarded AL 7 0 0 40000',
    ],
  },
  {
    file: 'unity-ads/stats-v1.csv',
    source: 'unity-ads',
    request: create,
    figures: 6,
    impressions: '0',
    clicks: 0,
    micros: 0,
    lines: [
      '2023-03-11 UnityTask unityads unknown KR 0 0 0 0',
      '2023-03-14 Unity Ads unityads unknown CN 0 0 0 0',
      '2023-04-07 UnityTask unityads unknown US 0 0 0 0',
      '2023-04-15 Unit Ads unityads unknown RU 0 0 0 0',
      '2023-04-25 Unit Ads unityads unknown US 0 0 0 0',
      '2023-04-27 Magistro Darbas unityads unknown US 0 0 0 0',
    ],
  },
  {
    file: 'vungle/performance-vendor-docs.csv',
    source: 'vungle',
    request: { app: 'zap-ios' },
    figures: 2,
    impressions: '1269',
    clicks: 0,
    micros: 125_000_000,
    lines: [
      '2020-03-01 zap-ios vungle unknown US 1234 0 0 123000000',
      '2020-03-01 zap-ios vungle unknown CA 35 0 0 2000000',
    ],
  },
]
