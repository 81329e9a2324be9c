/** The accounts' keys; that of `odd.one` must be escaped. */
export const keys = {
  studio: 'studio-key-of-at-least-22-characters',
  euros: 'euros-key-of-at-least-22-characters',
  'odd.one': 'k+/=&%41#?;~-of-22-characters',
  closed: 'closed-key-of-at-least-22-characters',
} as const

export const password = 'a studio of glass and steel'

/** The times of the first command, of the first questions, and of the later commands. */
export const begun = '2026-03-10T06:00:00.000Z'
export const asked = '2026-03-10T15:04:05.000Z'
export const laterBegun = '2026-03-11T06:00:00.000Z'
export const laterAsked = '2026-03-11T15:04:05.000Z'

const days = (first: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) =>
    new Date(Date.parse(first) + index * 86_400_000).toISOString().slice(0, 10),
  )

const csv = (...lines: readonly string[]) =>
  [
    'date,app_id,network,format,country,impressions,revenue,clicks,installs,ad_tag',
    ...lines,
    '',
  ].join('\n')

const ndjson = (...rows: readonly object[]) =>
  rows.map((row) => `${JSON.stringify(row)}\n`).join('')

const february = days('2026-02-01', 37)

/** A report of InMobi, whose rows are all of one app that was not imported. */
const inmobi = (day: string, impressions: number) =>
  [
    'date,inmobiAppId,inmobiAppName,platform,bundleId,adUnitType,country,adImpressions,clicks,earnings',
    `${day},7100,Brought In,Android,com.example.brought,banner,US,${impressions},3,0.987654`,
    `${day},7100,Brought In,Android,com.example.brought,interstitial,DE,77,1,0.000001`,
    '',
  ].join('\n')

/** The input files of commands. */
export const inputs: Readonly<Record<string, string>> = {
  'apps.csv': [
    'app_id,publisher,app_name,platform,app_store_id,app_bundle_id,android_package',
    'zap-ios,studio,Zap,ios,900000001,com.example.zap,',
    'zap-android,studio,Zap,android,,,com.example.zap',
    'zap-amazon,studio,Zap,amazon,,,com.example.zap',
    'brick,studio,"Brick, ""the game""",amazon,,,com.example.brick',
    'euro-app,euros,Euro App,ios,900000002,com.example.euro,',
    '"old+app&1/ä",odd.one,=SUM(A1) 😀,android,,,com.odd.one',
    '',
  ].join('\n'),
  'renamed.csv': 'app_id,publisher,app_name,platform\nbrick,studio,Bricks,amazon\n',
  // Every kind of label, unknown counts, rows of zeros, negative money and money beyond 2^53.
  'first.csv': csv(
    ...february.flatMap((day, index) => [
      `${day},zap-ios,ownnet,video,US,${1000 + index},${(12 + index / 7).toFixed(6)},${90 + index},${index},menu`,
      `${day},zap-ios,ownnet,rewarded,DE,${300 + index},0.000005,,,level_end`,
      `${day},zap-ios,ownnet_exchange,interstitial,FR,${40 + index},1.5,4,,`,
      `${day},zap-android,admob,banner,US,${500 + index},${(1 + index / 3).toFixed(6)},5,0,`,
      `${day},zap-android,vungle,video,ZZ,0,0,0,0,`,
      `${day},euro-app,admob,native,XK,${60 + index},0.034998,6,1,`,
    ]),
    '2026-03-05,"old+app&1/ä",ownnet,video,US,7,0.07,1,1,"tag, with ""quotes"""',
    '2026-03-05,"old+app&1/ä",ownnet,video,GB,9,-0.09,,,ünï',
    '2024-02-29,brick,vungle,banner,JP,9007199254740,9007199254.740991,,,',
  ),
  // Figures that change, end, move between countries, and do not change.
  'restated.csv': csv(
    ...february
      .slice(10, 20)
      .flatMap((day, index) => [
        `${day},zap-ios,ownnet,video,US,${1010 + index},${(12.5 + index / 7).toFixed(6)},${100 + index},${index},menu`,
        `${day},zap-android,admob,banner,DE,${510 + index},${(1 + (index + 10) / 3).toFixed(6)},5,0,`,
      ]),
    '2026-02-25,zap-ios,ownnet_exchange,interstitial,FR,64,1.5,4,,',
  ),
  'partial.csv': csv(
    '2026-02-12,zap-ios,ownnet,video,US,5,0.5,1,,menu',
    '2026-02-12,zap-ios,ownnet,video,CA,6,0.6,,,',
    '2026-03-01,zap-amazon,late_network,playable,BR,5,0.000001,,,',
  ),
  'mediation.csv': csv(
    ...february
      .slice(25, 31)
      .map((day, index) => `${day},zap-ios,ownnet,video,US,${1000 + index},${10 + index},1,1,`),
    '2026-03-02,brick,admob,video,US,1,1,,,',
  ),
  'mediation-again.csv': csv('2026-03-02,zap-ios,ownnet,video,US,900,9.87,,,'),
  'wrong.csv': csv(
    '2026-02-15,zap-ios,ownnet,video,US,1,1,1,1,',
    '2026-03-08,zap-ios,brand_new,video,US,1,1,1,1,',
  ),
  'inmobi.csv': inmobi('2026-03-03', 1000),
  'inmobi-later.csv': inmobi('2026-03-04', 2000),
  'rates.csv': 'day,currency,rate\n2026-03-03,USD,0.87654321\n2026-03-04,USD,0.9\n',
  'requests.csv': [
    'date,app_id,network,format,country,impressions,revenue,requests,matched_requests',
    '2026-03-09,zap-amazon,ownnet,video,US,70,0.7,900,80',
    '2026-03-09,brick,ownnet,video,US,80,0.8,,',
    '',
  ].join('\n'),
  'max.env': 'reportKey=a-report-key\n',
  'bad.csv': csv('2026-03-01,zap-ios,admob,banner,XX,-1,1,,,'),
  'users.ndjson': ndjson(
    {
      id: 'u1',
      username: 'mira',
      display_name: 'Mira',
      country_code: 'DE',
      joined_at: '2026-02-01T08:00:00.250Z',
    },
    { id: 'u2', username: 'ليلى', display_name: '😀' },
    { id: 'u3', username: 'gone', closed_at: '2026-03-01T00:00:00Z' },
  ),
  'users-later.ndjson': ndjson(
    { id: 'u3', username: 'gone' },
    { id: 'u1', username: 'mira', closed_at: '2026-03-11T00:00:00Z' },
  ),
  'games.ndjson': ndjson(
    {
      id: 'zap',
      name: 'Zap',
      app_id: 'zap-ios',
      developer: 'Studio',
      released_on: '2026-01-15',
      created_at: '2026-02-01T10:00:00Z',
    },
    { id: 'odd.1:x', name: '<script>alert("x")</script> & 🎮', created_at: '2026-02-01T10:00:00Z' },
  ),
  'activity.ndjson': ndjson(
    ...days('2026-02-02', 25).map((day, index) => ({
      id: `a${index}`,
      type: ['checkin', 'discussion', 'comment'][index % 3],
      platform: index % 2 ? 'ios' : 'android',
      created_at: `${day}T10:00:00Z`,
      user_id: `u${1 + (index % 3)}`,
      game_id: index % 4 ? 'zap' : 'odd.1:x',
      text: `Day ${index}\u2028`,
    })),
    {
      id: 'f1',
      type: 'follow',
      platform: 'ios',
      user_id: 'u2',
      created_at: '2026-03-01T00:00:00.5Z',
    },
  ),
}

/** A command of Adtally, as an operator types it. */
export interface Command {
  readonly args: readonly string[]
  /** Its stdin. */
  readonly input?: string
  /** True when it must be refused. */
  readonly fails?: boolean
}

const command = (...args: readonly string[]): Command => ({ args })
const stats = (...args: readonly string[]) => command('import', 'stats', ...args)

/** The commands of the first edition, each seven minutes after the one before. */
export const firstCommands: readonly Command[] = [
  command('accounts', 'create', 'studio', '--key', keys.studio),
  command('accounts', 'create', 'euros', '--currency', 'EUR', '--key', keys.euros),
  command('accounts', 'create', 'odd.one', '--key', keys['odd.one']),
  command('accounts', 'create', 'closed', '--key', keys.closed),
  command('accounts', 'disable', 'closed'),
  { args: ['accounts', 'set-password', 'studio'], input: `${password}\n` },
  command('import', 'apps', 'apps.csv'),
  command('apps', 'link', 'admob', 'ca-app-pub-1~1', 'zap-android'),
  command('finality', 'set', 'admob', '30'),
  command('finality', 'set', 'vungle', '0'),
  stats('first.csv'), // 1
  stats('restated.csv'), // 2
  stats('inmobi.csv', '--create-apps', 'euros', '--rates', 'rates.csv'), // 3
  stats('partial.csv', '--partial'), // 4
  stats('mediation.csv', '--as', 'mediation'), // 5
  stats('wrong.csv'), // 6
  command('imports', 'undo', '6'), // 7
  { args: ['import', 'stats', 'bad.csv', '--create-apps', 'studio'], fails: true },
  stats('mediation-again.csv', '--as', 'mediation'), // 8
  command('imports', 'undo', '4'), // 9
  stats('restated.csv'), // 10
  command('import', 'apps', 'renamed.csv'),
  command('import', 'users', 'users.ndjson'),
  command('import', 'games', 'games.ndjson'),
  command('import', 'activity', 'activity.ndjson'),
]

/** Commands that the second edition ran after those of the first. */
const addedCommands: readonly Command[] = [
  stats('requests.csv'), // 11
  command('keys', 'create', 'studio', 'uploads', '--allow', 'import', '--app', 'zap-ios'),
  command('links', 'create', 'studio', 'march', '--days', '9', '--dimensions', 'network'),
  command('users', 'invite', 'studio', 'ada@example.com', '--role', 'editor'),
  command('notes', 'add', 'studio', '2026-03-04', 'price test', '--app', 'zap-ios'),
  command(
    ...['connections', 'add', 'applovin-max', 'studio', '--from-file', 'max.env'],
    ...['--no-test', '--no-pull', '--reread-days', '9'],
  ),
]

/** The index of the command of each ledger entry. */
export const entryPlaces: Readonly<Record<number, number>> = {
  1: 10,
  2: 11,
  3: 12,
  4: 13,
  5: 14,
  6: 15,
  7: 16,
  8: 18,
  9: 19,
  10: 20,
}

/** Commands that follow: run by the first edition for the fixture, and by this edition in tests. */
export const laterCommands: readonly Command[] = [
  command('imports', 'undo', '10'), // 11: restores what entry 2 stated, which is the same
  command('imports', 'undo', '2'), // 12: restores what entry 1 stated
  command('imports', 'undo', '3'), // 13: leaves no figures
  stats('first.csv'), // 14: leaves most slices unchanged
  stats('partial.csv', '--partial'), // 15
  stats('inmobi-later.csv', '--create-apps', 'euros', '--rates', 'rates.csv'), // 16
  command('imports', 'undo', '8'), // 17: of the secondary report
  stats('restated.csv'), // 18
  command('import', 'users', 'users-later.ndjson'),
]

/** Commands that print the content of the stores, in addition to the answers of the interfaces. */
export const printing: readonly Command[] = [
  command('imports', '--limit', '100', '--json'),
  command('reconcile', 'mediation', '--tolerance', '0', '--json'),
  command('finality', 'list', '--json'),
  command('accounts', 'list', '--json'),
]

const lists = ['keys', 'links', 'users', 'notes', 'connections']

/** Each edition whose data is kept: its commit, and the commands that it ran and printed. */
export const editions = {
  first: {
    commit: 'f0898ff',
    clickhouseSetting: 'ADTALLY_STATS_URL',
    commands: firstCommands,
    lists: [],
  },
  second: {
    commit: 'ed507c0a',
    clickhouseSetting: 'ADTALLY_CLICKHOUSE_URL',
    commands: [...firstCommands, ...addedCommands],
    lists: lists.map((name) => command(name, 'list', 'studio', '--json')),
  },
} as const

export type EditionName = keyof typeof editions
