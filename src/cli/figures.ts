import type { Command } from 'commander'
import type { DeleteFiguresRequest } from '../use-cases/delete-figures.ts'
import { type ConfirmOptions, confirm, dryRunOption, yesOption } from './confirm.ts'
import { withCall } from './connect.ts'
import { command, dataCommand, directoryOf, jsonOption } from './data-command.ts'
import { grouped, print, printJson } from './print.ts'
import { printFigures } from './print-figures.ts'
import type { Shell } from './shell.ts'

interface DeleteOptions extends ConfirmOptions {
  readonly startDate: string
  readonly endDate: string
  readonly appId?: string
  readonly network?: string
  readonly as?: string
}

/** `adtally figures`: deletes figures. */
export function figuresCommand(shell: Shell): Command {
  return command({
    name: 'figures',
    summary: 'Delete the figures of some days.',
    examples: ['figures delete studio --start-date 2026-03-01 --end-date 2026-03-31 --dry-run'],
  }).addCommand(deleteCommand(shell))
}

function deleteCommand(shell: Shell): Command {
  return dataCommand({
    name: 'delete',
    summary: 'Delete the figures of some days.',
    details:
      'Prints what is deleted and asks first. The deletion is an entry in adtally imports, and can be undone like an import.',
    examples: [
      'figures delete studio --start-date 2026-03-01 --end-date 2026-03-31 --dry-run',
      'figures delete studio --start-date 2026-03-01 --end-date 2026-03-01 --app-id zap-ios --network admob --yes',
    ],
  })
    .argument('<username>', 'the account')
    .requiredOption('--start-date <day>', 'the first day')
    .requiredOption('--end-date <day>', 'the last day')
    .option('--app-id <app-id>', 'only figures of this app')
    .option('--network <network>', 'only figures of this network')
    .option('--as <name>', 'figures of this secondary report instead of counted ones')
    .addOption(dryRunOption())
    .addOption(yesOption())
    .addOption(jsonOption())
    .action(async (account: string, options: DeleteOptions) => {
      const { startDate, endDate, appId, network, as, yes, dryRun, json } = options
      const request: DeleteFiguresRequest = {
        account,
        startDate,
        endDate,
        ...(appId !== undefined && { appId }),
        ...(network !== undefined && { network }),
        ...(as !== undefined && { as }),
      }
      const { deleteFigures } = await import('../use-cases/delete-figures.ts')
      await withCall(shell, directoryOf(shell, options), async (call) => {
        if (!yes || dryRun) {
          const found = await call(deleteFigures, { ...request, dryRun: true })
          if (json && dryRun) return printJson(shell, found)
          printFigures(shell, found, found.currency)
          if (dryRun) return print(shell, 'Nothing was deleted.')
          await confirm(shell, `Delete these figures of ${account}?`)
        }
        const deleted = await call(deleteFigures, request)
        if (json) return printJson(shell, deleted)
        print(
          shell,
          `Slices deleted: ${grouped(deleted.slices)}. To undo it: adtally imports undo ${deleted.entry}`,
        )
      })
    })
}
