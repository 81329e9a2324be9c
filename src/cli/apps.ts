import type { Command } from 'commander'
import type { AppLinkView, AppView } from '../use-cases/app-view.ts'
import type { Platform } from '../values/platform.ts'
import { counted } from '../wording/phrases.ts'
import { type ConfirmOptions, confirm, dryRunOption, yesOption } from './confirm.ts'
import { callUseCase, withCall } from './connect.ts'
import {
  command,
  type DataOptions,
  dataCommand,
  directoryOf,
  type JsonOptions,
  jsonOption,
} from './data-command.ts'
import { grouped, print, printJson, printList, printResult, printTable } from './print.ts'
import { printFigures } from './print-figures.ts'
import type { Shell } from './shell.ts'

const appArgument = ['<app-id>', 'app_id of the app'] as const

/** `adtally apps`: apps, and links from networks' app ids to them. */
export function appsCommand(shell: Shell): Command {
  return command({
    name: 'apps',
    summary: "Manage apps, and link networks' app ids to them.",
    examples: ['apps list studio', 'apps link digitalturbine 115929 zap-android'],
  })
    .addCommand(listCommand(shell))
    .addCommand(showCommand(shell))
    .addCommand(renameCommand(shell))
    .addCommand(archiveCommand(shell))
    .addCommand(unarchiveCommand(shell))
    .addCommand(deleteCommand(shell))
    .addCommand(mergeCommand(shell))
    .addCommand(linkCommand(shell))
    .addCommand(linksCommand(shell))
    .addCommand(unlinkCommand(shell))
}

function listCommand(shell: Shell): Command {
  return dataCommand({
    name: 'list',
    summary: 'List the apps of an account.',
    examples: ['apps list studio', 'apps list studio --all --json'],
  })
    .argument('<username>', 'the account')
    .option('--all', 'with archived apps')
    .addOption(jsonOption())
    .action(async (account: string, options: JsonOptions & { all?: boolean }) => {
      const { listApps } = await import('../use-cases/list-apps.ts')
      const request = { account, ...(options.all && { all: true }) }
      const apps = await callUseCase(shell, options, listApps, request)
      printList(shell, options, apps, {
        header: ['app_id', 'name', 'platform', 'store', 'state'],
        toRow,
        whenEmpty: 'No apps. Import some: adtally import apps FILE',
      })
    })
}

function showCommand(shell: Shell): Command {
  return dataCommand({
    name: 'show',
    summary: 'Show an app, its links and a summary of its figures.',
    examples: ['apps show zap-ios'],
  })
    .argument(...appArgument)
    .addOption(jsonOption())
    .action(async (appId: string, options: JsonOptions) => {
      const { showApp } = await import('../use-cases/show-app.ts')
      const app = await callUseCase(shell, options, showApp, { appId })
      if (options.json) return printJson(shell, app)
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
    })
}

function renameCommand(shell: Shell): Command {
  return dataCommand({
    name: 'rename',
    summary: "Change an app's name. Its app_id and its figures stay.",
    examples: ['apps rename zap-ios "Zap 2"'],
  })
    .argument(...appArgument)
    .argument('<new-name>', 'the new name')
    .addOption(jsonOption())
    .action(async (appId: string, newName: string, options: JsonOptions) => {
      const { renameApp } = await import('../use-cases/change-app.ts')
      const app = await callUseCase(shell, options, renameApp, { appId, newName })
      printResult(shell, options, app, `${appId} is called ${newName} now.`)
    })
}

function archiveCommand(shell: Shell): Command {
  return dataCommand({
    name: 'archive',
    summary: 'Leave an app out of lists. Its figures count as before.',
    details: 'Imports still find the app. To list it again, use adtally apps unarchive.',
    examples: ['apps archive zap-ios'],
  })
    .argument(...appArgument)
    .addOption(jsonOption())
    .action(async (appId: string, options: JsonOptions) => {
      const { archiveApp } = await import('../use-cases/change-app.ts')
      const app = await callUseCase(shell, options, archiveApp, { appId })
      printResult(shell, options, app, `${appId} is archived. Its figures count as before.`)
    })
}

function unarchiveCommand(shell: Shell): Command {
  return dataCommand({
    name: 'unarchive',
    summary: 'List an archived app again.',
    examples: ['apps unarchive zap-ios'],
  })
    .argument(...appArgument)
    .addOption(jsonOption())
    .action(async (appId: string, options: JsonOptions) => {
      const { unarchiveApp } = await import('../use-cases/change-app.ts')
      const app = await callUseCase(shell, options, unarchiveApp, { appId })
      printResult(shell, options, app, `${appId} is listed again.`)
    })
}

function deleteCommand(shell: Shell): Command {
  return dataCommand({
    name: 'delete',
    summary: 'Delete an app with all its figures.',
    details:
      'Prints what is deleted and asks first. The deletion is an entry in adtally imports; undoing it brings the app and its figures back.',
    examples: ['apps delete zap-ios --dry-run', 'apps delete zap-ios --yes'],
  })
    .argument(...appArgument)
    .addOption(dryRunOption())
    .addOption(yesOption())
    .addOption(jsonOption())
    .action(async (appId: string, options: ConfirmOptions) => {
      const { yes, dryRun, json } = options
      const { deleteApp } = await import('../use-cases/end-app.ts')
      await withCall(shell, directoryOf(shell, options), async (call) => {
        if (!yes || dryRun) {
          const found = await call(deleteApp, { appId, dryRun: true })
          if (json && dryRun) return printJson(shell, found)
          printFigures(shell, found, found.currency)
          if (dryRun) return print(shell, 'Nothing was deleted.')
          await confirm(shell, `Delete the app ${appId} of ${found.account} with these figures?`)
        }
        const deleted = await call(deleteApp, { appId })
        if (json) return printJson(shell, deleted)
        print(
          shell,
          `${appId} is deleted, with ${counted(deleted.slices, 'slice')} of figures. To undo it: adtally imports undo ${deleted.entry}`,
        )
      })
    })
}

function mergeCommand(shell: Shell): Command {
  return dataCommand({
    name: 'merge',
    summary: 'Merge an app into another one of the same account and platform.',
    details:
      "Its figures are added to the other app's, and imports of its figures go there from then on. Prints what is moved and asks first. The merge is an entry in adtally imports, and can be undone.",
    examples: ['apps merge zap-old zap-ios --dry-run', 'apps merge zap-old zap-ios --yes'],
  })
    .argument('<app-id>', 'app_id of the app that ends')
    .argument('<into>', 'app_id of the app that stays')
    .addOption(dryRunOption())
    .addOption(yesOption())
    .addOption(jsonOption())
    .action(async (appId: string, into: string, options: ConfirmOptions) => {
      const { yes, dryRun, json } = options
      const { mergeApps } = await import('../use-cases/end-app.ts')
      await withCall(shell, directoryOf(shell, options), async (call) => {
        if (!yes || dryRun) {
          const found = await call(mergeApps, { appId, into, dryRun: true })
          if (json && dryRun) return printJson(shell, found)
          printFigures(shell, found, found.currency)
          print(
            shell,
            `${counted(found.added_to_slices, 'slice')} of ${into} would get figures added.`,
          )
          if (dryRun) return print(shell, 'Nothing was merged.')
          await confirm(shell, `Merge ${appId} of ${found.account} into ${into}?`)
        }
        const merged = await call(mergeApps, { appId, into })
        if (json) return printJson(shell, merged)
        print(
          shell,
          `${appId} is merged into ${into}. Slices moved: ${grouped(merged.slices)}; added to existing ones: ${grouped(merged.added_to_slices)}. To undo it: adtally imports undo ${merged.entry}`,
        )
      })
    })
}

function linkCommand(shell: Shell): Command {
  return dataCommand({
    name: 'link',
    summary: "Link a network's app id to an app, so that imports find the app.",
    examples: [
      'apps link digitalturbine 115929 zap-android',
      'apps link --platform ios admob "Zap Heroes" zap-ios',
    ],
  })
    .argument('<network>', 'network identifier, for example digitalturbine')
    .argument('<network-app-id>', "the app's id in the network's reports")
    .argument('<app-id>', 'app_id of an imported app')
    .option('--platform <platform>', "the app's platform, if apps of two platforms have the name")
    .option('--replace', 'replace a link to another app')
    .action(
      async (
        network: string,
        networkAppId: string,
        appId: string,
        options: DataOptions & { platform?: Platform; replace?: boolean },
      ) => {
        const { linkApp } = await import('../use-cases/link-app.ts')
        const { platform, replace } = options
        await callUseCase(shell, options, linkApp, {
          network,
          networkAppId,
          appId,
          ...(platform !== undefined && { platform }),
          ...(replace && { replace }),
        })
        print(shell, `${network} ${networkAppId} is linked to the app ${appId}.`)
      },
    )
}

function linksCommand(shell: Shell): Command {
  return dataCommand({
    name: 'links',
    summary: "List the links from networks' app ids to the apps of an account.",
    examples: ['apps links studio'],
  })
    .argument('<username>', 'the account')
    .addOption(jsonOption())
    .action(async (account: string, options: JsonOptions) => {
      const { listAppLinks } = await import('../use-cases/app-links.ts')
      const links = await callUseCase(shell, options, listAppLinks, { account })
      printList(shell, options, links, { ...linkTable, whenEmpty: 'No links.' })
    })
}

function unlinkCommand(shell: Shell): Command {
  return dataCommand({
    name: 'unlink',
    summary: "Remove the link from a network's app id.",
    details: 'Figures stay where they are. Later imports look the app up by its store identifiers.',
    examples: ['apps unlink digitalturbine 115929'],
  })
    .argument('<network>', 'network identifier, for example digitalturbine')
    .argument('<network-app-id>', "the app's id in the network's reports")
    .option('--platform <platform>', 'only the link on this platform')
    .option('--account <username>', 'the account, if several have a link')
    .addOption(jsonOption())
    .action(
      async (
        network: string,
        networkAppId: string,
        options: JsonOptions & { platform?: Platform; account?: string },
      ) => {
        const { platform, account } = options
        const { unlinkApp } = await import('../use-cases/app-links.ts')
        const request = {
          network,
          networkAppId,
          ...(platform !== undefined && { platform }),
          ...(account !== undefined && { account }),
        }
        const removed = await callUseCase(shell, options, unlinkApp, request)
        if (options.json) return printJson(shell, removed)
        for (const { app_id: appId } of removed) {
          print(shell, `${network} ${networkAppId} is no longer linked to the app ${appId}.`)
        }
      },
    )
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
