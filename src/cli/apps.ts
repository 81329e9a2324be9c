import type { Command } from 'commander'
import { callUseCase } from './connect.ts'
import { command, type DataOptions, dataCommand } from './data-command.ts'
import { print } from './print.ts'
import type { Shell } from './shell.ts'

/** `adtally apps`: links between networks' app ids and apps. */
export function appsCommand(shell: Shell): Command {
  return command({
    name: 'apps',
    summary: "Link networks' app ids to apps.",
    examples: ['apps link digitalturbine 115929 zap-android'],
  }).addCommand(linkCommand(shell))
}

function linkCommand(shell: Shell): Command {
  return dataCommand({
    name: 'link',
    summary: "Link a network's app id to an app, so that imports find the app.",
    examples: ['apps link digitalturbine 115929 zap-android'],
  })
    .argument('<network>', 'network identifier, for example digitalturbine')
    .argument('<network-app-id>', "the app's id in the network's reports")
    .argument('<app-id>', 'app_id of an imported app')
    .action(async (network: string, networkAppId: string, appId: string, options: DataOptions) => {
      const { linkApp } = await import('../use-cases/link-app.ts')
      await callUseCase(shell, options, linkApp, { network, networkAppId, appId })
      print(shell, `${network} ${networkAppId} is linked to the app ${appId}.`)
    })
}
