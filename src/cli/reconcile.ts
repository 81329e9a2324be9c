import type { Command } from 'commander'
import { type GapView, reconcileReports } from '../use-cases/reconcile.ts'
import { withCall } from './connect.ts'
import { type DataOptions, dataCommand, directoryOf, jsonOption } from './data-command.ts'
import { print, printJson, printTable } from './print.ts'
import type { Shell } from './shell.ts'

interface ReconcileOptions extends DataOptions {
  readonly account?: string
  readonly start?: string
  readonly end?: string
  readonly tolerance: string
  readonly all?: boolean
  readonly json?: boolean
}

/** `adtally reconcile`: two reports of the same thing, side by side. */
export function reconcileCommand(shell: Shell): Command {
  return dataCommand(
    'reconcile',
    'Compare a secondary report (adtally import stats --as NAME) with the figures that count: for each day, app and network both amounts, the gap, and why there is one as far as it can be told.',
    'reconcile levelplay --start 2026-03-01 --end 2026-03-31',
  )
    .argument('<name>', 'the secondary report')
    .option('--account <username>', 'of this account alone')
    .option('--start <day>', 'the first day')
    .option('--end <day>', 'the last day')
    .option('--tolerance <percent>', 'gaps up to this part of the larger amount do not matter', '1')
    .option('--all', 'also show what is below the tolerance')
    .addOption(jsonOption())
    .action(async (report: string, options: ReconcileOptions) => {
      const { account, start, end, tolerance } = options
      const gaps = await withCall(shell, directoryOf(shell, options), (call) =>
        call(reconcileReports, { report, account, start, end, tolerance }),
      )
      if (options.json) return printJson(shell, gaps)
      const shown = options.all ? gaps : gaps.filter(({ label }) => label !== 'below tolerance')
      if (shown.length > 0) {
        printTable(
          shell,
          ['date', 'app', 'network', 'figures', report, 'gap', 'why'],
          shown.map(toRow),
        )
      }
      print(shell, summaryLine(gaps))
    })
}

function toRow(gap: GapView): string[] {
  return [
    gap.date,
    gap.app_id,
    gap.ad_network,
    gap.primary?.revenue ?? 'none',
    gap.secondary?.revenue ?? 'none',
    `${gap.gap} ${gap.currency}`,
    gap.label,
  ]
}

function summaryLine(gaps: readonly GapView[]): string {
  const counts = Map.groupBy(gaps, ({ label }) => label)
  const parts = [...counts].map(([label, of]) => `${of.length} ${label}`)
  return `${gaps.length} compared: ${parts.join(', ') || 'nothing'}.`
}
