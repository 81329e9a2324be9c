import { Command } from 'commander'
import { linkApp } from '../use-cases/link-app.ts'
import { withCall } from './connect.ts'
import { type DataOptions, dataCommand, directoryOf } from './data-command.ts'
import { print } from './print.ts'
import type { Shell } from './shell.ts'

/** `adtally apps`: which app a network means by its own ids. */
export function appsCommand(shell: Shell): Command {
  return new Command('apps')
    .description('Apps and how networks name them.')
    .addHelpText('after', '\nExample:\n  $ adtally apps link digitalturbine 115929 zap-android')
    .addCommand(linkCommand(shell))
}

function linkCommand(shell: Shell): Command {
  return dataCommand(
    'link',
    "Say which app a network means by its own id, for imports of the network's reports.",
    'apps link digitalturbine 115929 zap-android',
  )
    .argument('<network>', 'network identifier, as reports name it')
    .argument('<network-app-id>', "the app's id in the network's reports")
    .argument('<app-id>', 'the app_id of an app that was imported')
    .action(async (network: string, networkAppId: string, appId: string, options: DataOptions) => {
      await withCall(shell, directoryOf(shell, options), (call) =>
        call(linkApp, { network, networkAppId, appId }),
      )
      print(shell, `${network} ${networkAppId} now means the app ${appId}.`)
    })
}
