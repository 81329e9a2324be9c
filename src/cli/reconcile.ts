import { type Command, Option } from 'commander'
import type { GapView } from '../use-cases/reconcile.ts'
import { counted } from '../wording/phrases.ts'
import { callUseCase } from './connect.ts'
import { dataCommand, type JsonOptions, jsonOption } from './data-command.ts'
import { shownMoney } from './money.ts'
import { print, printJson, printTable } from './print.ts'
import type { Shell } from './shell.ts'

interface ReconcileOptions extends JsonOptions {
  readonly account?: string
  readonly startDate?: string
  readonly endDate?: string
  readonly start?: string
  readonly end?: string
  readonly tolerance: string
  readonly all?: boolean
}

/** `adtally reconcile`: compares a secondary report with the figures. */
export function reconcileCommand(shell: Shell): Command {
  return (
    dataCommand({
      name: 'reconcile',
      summary: 'Compare a secondary report with the figures.',
      details:
        'Prints both amounts, the gap and its likely reason for each day, app and network. `adtally import stats --as NAME FILE` imports a secondary report.',
      examples: ['reconcile levelplay --start-date 2026-03-01 --end-date 2026-03-31'],
    })
      .argument('<name>', 'name of the secondary report')
      .option('--account <username>', 'only this account')
      .option('--start-date <day>', 'first day, YYYY-MM-DD')
      .option('--end-date <day>', 'last day, YYYY-MM-DD')
      // The names of 0.1.
      .addOption(new Option('--start <day>').hideHelp())
      .addOption(new Option('--end <day>').hideHelp())
      .option('--tolerance <percent>', 'hide gaps up to this percentage of the larger amount', '1')
      .option('--all', 'also show gaps below the tolerance')
      .addOption(jsonOption())
      .action(async (report: string, options: ReconcileOptions) => {
        const { account, start, end, startDate = start, endDate = end, tolerance } = options
        const { reconcileReports } = await import('../use-cases/reconcile.ts')
        const request = { report, account, startDate, endDate, tolerance }
        const gaps = await callUseCase(shell, options, reconcileReports, request)
        if (options.json) return printJson(shell, gaps)
        const shown = options.all ? gaps : gaps.filter(({ label }) => label !== 'below tolerance')
        if (shown.length > 0) {
          printTable(
            shell,
            ['date', 'app', 'network', 'figures', report, 'gap', 'reason'],
            shown.map(toRow),
          )
        }
        print(shell, summaryLine(gaps))
      })
  )
}

function toRow(gap: GapView): string[] {
  return [
    gap.date,
    gap.app_id,
    gap.ad_network,
    ...[gap.primary, gap.secondary].map((side) =>
      side ? shownMoney(side.revenue, gap.currency) : 'none',
    ),
    `${shownMoney(gap.gap, gap.currency)} ${gap.currency}`,
    gap.label,
  ]
}

function summaryLine(gaps: readonly GapView[]): string {
  const counts = Map.groupBy(gaps, ({ label }) => label)
  const parts = [...counts].map(([label, of]) => `${of.length} ${label}`)
  return `Compared: ${counted(gaps.length, 'slice')}${parts.length > 0 ? ` (${parts.join(', ')})` : ''}.`
}
