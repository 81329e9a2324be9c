import type { AppLinkView, AppView } from '../use-cases/app-view.ts'
import { counted } from '../wording/phrases.ts'
import { takes } from './command-fields.ts'
import { grouped, print, printTable } from './print.ts'
import { printFigures } from './print-figures.ts'
import { commandGroup, useCaseCommand } from './run-command.ts'

const ofApp = { appId: 'app_id of the app' }

const ofNetworkApp = {
  network: 'network identifier, for example digitalturbine',
  networkAppId: "the app's id in the network's reports",
}

const toRow = (app: AppView): string[] => [
  app.app_id,
  app.app_name,
  app.platform,
  [app.app_store_id, app.app_bundle_id, app.android_package].filter(Boolean).join(' '),
  app.archived ? 'archived' : 'active',
]

const linkTable = {
  header: ['network', 'network app id', 'app_id', 'platform'],
  toRow: (link: AppLinkView) => [link.network, link.network_app_id, link.app_id, link.platform],
}

const list = useCaseCommand({
  name: 'list',
  summary: 'List the apps of an account.',
  examples: ['apps list studio', 'apps list studio --all --json'],
  arguments: { account: takes('<username>', 'the account') },
  options: { all: 'with archived apps' },
  useCase: async () => (await import('../use-cases/list-apps.ts')).listApps,
  table: {
    header: ['app_id', 'name', 'platform', 'store', 'state'],
    toRow,
    whenEmpty: 'No apps. Import some: adtally import apps FILE',
  },
})

const show = useCaseCommand({
  name: 'show',
  summary: 'Show an app, its links and a summary of its figures.',
  examples: ['apps show zap-ios'],
  arguments: ofApp,
  useCase: async () => (await import('../use-cases/show-app.ts')).showApp,
  show: (shell, app) => {
    printTable(
      shell,
      ['account', 'app_id', 'name', 'platform', 'store', 'state'],
      [[app.account, ...toRow(app)]],
    )
    if (app.links.length > 0) {
      print(shell, '')
      printTable(shell, linkTable.header, app.links.map(linkTable.toRow))
    }
    print(shell, '')
    printFigures(shell, app.figures, app.currency)
  },
})

const rename = useCaseCommand({
  name: 'rename',
  summary: "Change an app's name. Its app_id and its figures stay.",
  examples: ['apps rename zap-ios "Zap 2"'],
  arguments: { ...ofApp, newName: 'the new name' },
  useCase: async () => (await import('../use-cases/change-app.ts')).renameApp,
  line: (_, { appId, newName }) => `${appId} is called ${newName} now.`,
})

const archive = useCaseCommand({
  name: 'archive',
  summary: 'Leave an app out of lists. Its figures count as before.',
  details: 'Imports still find the app. To list it again, use adtally apps unarchive.',
  examples: ['apps archive zap-ios'],
  arguments: ofApp,
  useCase: async () => (await import('../use-cases/change-app.ts')).archiveApp,
  line: (_, { appId }) => `${appId} is archived. Its figures count as before.`,
})

const unarchive = useCaseCommand({
  name: 'unarchive',
  summary: 'List an archived app again.',
  examples: ['apps unarchive zap-ios'],
  arguments: ofApp,
  useCase: async () => (await import('../use-cases/change-app.ts')).unarchiveApp,
  line: (_, { appId }) => `${appId} is listed again.`,
})

const remove = useCaseCommand({
  name: 'delete',
  summary: 'Delete an app with all its figures.',
  details:
    'Prints what is deleted and asks first. The deletion is an entry in adtally imports; undoing it brings the app and its figures back.',
  examples: ['apps delete zap-ios --dry-run', 'apps delete zap-ios --yes'],
  arguments: ofApp,
  useCase: async () => (await import('../use-cases/end-app.ts')).deleteApp,
  confirm: {
    preview: (shell, found) => printFigures(shell, found, found.currency),
    unchanged: 'Nothing was deleted.',
    question: ({ account }, { appId }) =>
      `Delete the app ${appId} of ${account} with these figures?`,
  },
  line: ({ slices, entry }, { appId }) =>
    `${appId} is deleted, with ${counted(slices, 'slice')} of figures. To undo it: adtally imports undo ${entry}`,
})

const merge = useCaseCommand({
  name: 'merge',
  summary: 'Merge an app into another one of the same account and platform.',
  details:
    "Its figures are added to the other app's, and imports of its figures go there from then on. Prints what is moved and asks first. The merge is an entry in adtally imports, and can be undone.",
  examples: ['apps merge zap-old zap-ios --dry-run', 'apps merge zap-old zap-ios --yes'],
  arguments: { appId: 'app_id of the app that ends', into: 'app_id of the app that stays' },
  useCase: async () => (await import('../use-cases/end-app.ts')).mergeApps,
  confirm: {
    preview: (shell, found, { into }) => {
      printFigures(shell, found, found.currency)
      const added = counted(found.added_to_slices, 'slice')
      print(shell, `${added} of ${into} would get figures added.`)
    },
    unchanged: 'Nothing was merged.',
    question: ({ account }, { appId, into }) => `Merge ${appId} of ${account} into ${into}?`,
  },
  line: (merged, { appId, into }) =>
    `${appId} is merged into ${into}. Slices moved: ${grouped(merged.slices)}; added to existing ones: ${grouped(merged.added_to_slices)}. To undo it: adtally imports undo ${merged.entry}`,
})

const link = useCaseCommand({
  name: 'link',
  summary: "Link a network's app id to an app, so that imports find the app.",
  examples: [
    'apps link digitalturbine 115929 zap-android',
    'apps link --platform ios admob "Zap Heroes" zap-ios',
  ],
  arguments: { ...ofNetworkApp, appId: 'app_id of an imported app' },
  options: {
    platform: takes('<platform>', "the app's platform, if apps of two platforms have the name"),
    replace: 'replace a link to another app',
  },
  isPlain: true,
  useCase: async () => (await import('../use-cases/link-app.ts')).linkApp,
  line: (_, { network, networkAppId, appId }) =>
    `${network} ${networkAppId} is linked to the app ${appId}.`,
})

const links = useCaseCommand({
  name: 'links',
  summary: "List the links from networks' app ids to the apps of an account.",
  examples: ['apps links studio'],
  arguments: { account: takes('<username>', 'the account') },
  useCase: async () => (await import('../use-cases/app-links.ts')).listAppLinks,
  table: { ...linkTable, whenEmpty: 'No links.' },
})

const unlink = useCaseCommand({
  name: 'unlink',
  summary: "Remove the link from a network's app id.",
  details: 'Figures stay where they are. Later imports look the app up by its store identifiers.',
  examples: ['apps unlink digitalturbine 115929'],
  arguments: ofNetworkApp,
  options: {
    platform: takes('<platform>', 'only the link on this platform'),
    account: takes('<username>', 'the account, if several have a link'),
  },
  useCase: async () => (await import('../use-cases/app-links.ts')).unlinkApp,
  show: (shell, removed, { network, networkAppId }) => {
    for (const { app_id: appId } of removed) {
      print(shell, `${network} ${networkAppId} is no longer linked to the app ${appId}.`)
    }
  },
})

/** `adtally apps`: apps, and links from networks' app ids to them. */
export const appsCommand = commandGroup(
  {
    name: 'apps',
    summary: "Manage apps, and link networks' app ids to them.",
    examples: ['apps list studio', 'apps link digitalturbine 115929 zap-android'],
  },
  [list, show, rename, archive, unarchive, remove, merge, link, links, unlink],
)
