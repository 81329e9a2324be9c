import type { GapView } from '../use-cases/reconcile.ts'
import { counted } from '../wording/phrases.ts'
import { takes } from './command-fields.ts'
import { shownMoney } from './money.ts'
import { print, printTable } from './print.ts'
import { useCaseCommand } from './run-command.ts'

interface OtherOptions {
  readonly start?: string
  readonly end?: string
  readonly all?: boolean
}

/** `adtally reconcile`: compares a secondary report with the figures. */
export const reconcileCommand = useCaseCommand({
  name: 'reconcile',
  summary: 'Compare a secondary report with the figures.',
  details:
    'Prints both amounts, the gap and its likely reason for each day, app and network. `adtally import stats --as NAME FILE` imports a secondary report.',
  examples: ['reconcile levelplay --start-date 2026-03-01 --end-date 2026-03-31'],
  arguments: { report: takes('<name>', 'name of the secondary report') },
  options: {
    account: takes('<username>', 'only this account'),
    startDate: takes('<day>', 'first day, YYYY-MM-DD'),
    endDate: takes('<day>', 'last day, YYYY-MM-DD'),
    tolerance: takes('<percent>', 'hide gaps up to this percentage of the larger amount', {
      default: '1',
    }),
  },
  otherOptions: {
    all: 'also show gaps below the tolerance',
    // The names of 0.1.
    start: takes('<day>', '', { isHidden: true }),
    end: takes('<day>', '', { isHidden: true }),
  },
  complete: (_, { startDate, endDate }, { start, end }: OtherOptions) => ({
    startDate: startDate ?? start,
    endDate: endDate ?? end,
  }),
  useCase: async () => (await import('../use-cases/reconcile.ts')).reconcileReports,
  show: (shell, gaps, { report }, { all }: OtherOptions) => {
    const shown = all ? gaps : gaps.filter(({ label }) => label !== 'below tolerance')
    if (shown.length > 0) {
      const header = ['date', 'app', 'network', 'figures', report, 'gap', 'reason']
      printTable(shell, header, shown.map(toRow))
    }
    print(shell, summaryLine(gaps))
  },
})

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
