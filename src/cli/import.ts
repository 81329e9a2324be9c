import type { RecordKindName } from '../use-cases/community/import-community.ts'
import { counted } from '../wording/phrases.ts'
import { filesText, importStatsCommand, ofFiles } from './import-stats.ts'
import { grouped, print } from './print.ts'
import { type CommandMaker, commandGroup, useCaseCommand } from './run-command.ts'

const apps = useCaseCommand({
  name: 'apps',
  summary: 'Add or update apps.',
  details:
    "Columns: app_id, publisher, app_name, platform. Optional: app_store_id and app_bundle_id (ios), android_package (android, amazon); link_NETWORK, a network's id of the app.",
  examples: ['import apps apps.csv'],
  files: filesText,
  options: { ...ofFiles, replace: 'replace links to other apps' },
  useCase: async () => (await import('../use-cases/import-apps.ts')).importApps,
  line: ({ added, updated }) => `${counted(added, 'app')} added, ${updated} updated.`,
})

const links = useCaseCommand({
  name: 'links',
  summary: "Link networks' app ids to apps.",
  details: "Columns: network, network_app_id, app_id. Optional: platform, the app's.",
  examples: ['import links links.csv'],
  files: filesText,
  options: { ...ofFiles, replace: 'replace links to other apps' },
  useCase: async () => (await import('../use-cases/import-links.ts')).importLinks,
  line: ({ linked }) => `${counted(linked, 'app id')} linked.`,
})

const nouns = { games: 'games', users: 'users', activity: 'activity records' } as const

/** @param columns a sentence that lists the columns */
const community = (kind: RecordKindName, columns: string): CommandMaker =>
  useCaseCommand({
    name: kind,
    summary: `Add or replace ${nouns[kind]} of the public network.`,
    details: columns,
    examples: [`import ${kind} ${kind}.ndjson`],
    files: filesText,
    options: { ...ofFiles, skipBadRows: 'skip bad rows and import the others' },
    complete: () => ({ kind }),
    showsProgress: true,
    useCase: async () => (await import('../use-cases/import-community.ts')).importCommunity,
    show: (shell, { added, updated, skipped_rows: skipped, reject_file: rejects }) => {
      print(shell, `${grouped(added)} ${nouns[kind]} added, ${grouped(updated)} updated.`)
      if (rejects) print(shell, `${counted(skipped, 'row')} skipped. See ${rejects}`)
    },
  })

/** `adtally import`: imports of files. */
export const importCommand = commandGroup(
  {
    name: 'import',
    summary: "Import apps, links, figures, and the public network's games, users and activity.",
    examples: ['import apps apps.csv', 'import stats figures.csv'],
  },
  [
    apps,
    links,
    importStatsCommand,
    community(
      'games',
      'Columns: id, name. Optional: slug, platforms, developer, genre, description, icon_url, released_on, app_id, created_at.',
    ),
    community(
      'users',
      'Columns: id, username. Optional: display_name, avatar_url, country_code, joined_at, closed_at.',
    ),
    community(
      'activity',
      'Columns: id, type, platform, created_at, user_id, game_id (all types except follow). Optional: text.',
    ),
  ],
)
