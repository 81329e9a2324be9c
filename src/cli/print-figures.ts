import type { FiguresView } from '../use-cases/sum-figures.ts'
import { counted } from '../wording/phrases.ts'
import { shownMoney } from './money.ts'
import { print, printTable } from './print.ts'
import type { Shell } from './shell.ts'

/** Prints figures that are to be deleted or moved: a line, and a line for each network. */
export function printFigures(shell: Shell, figures: FiguresView, currency: string): void {
  if (figures.slices === 0) {
    print(shell, 'No figures.')
    return
  }
  const { first_day: first, last_day: last, days, slices, impressions, revenue } = figures
  print(
    shell,
    `${counted(days, 'day')} from ${first} to ${last}, ${counted(slices, 'slice')} (day, app, network), ${counted(Number(impressions), 'impression')}, ${shownMoney(revenue, currency)} ${currency}.`,
  )
  printTable(
    shell,
    ['network', 'days', 'slices', 'impressions', `revenue in ${currency}`],
    figures.networks.map((one) => [
      one.network,
      String(one.days),
      String(one.slices),
      one.impressions,
      shownMoney(one.revenue, currency),
    ]),
  )
}
