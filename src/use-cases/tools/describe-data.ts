import { codeOfLabel, type LabelName, labelNames } from '../../facts/label-names.ts'
import type { SeenValues } from '../../ledger/figure-ledger.ts'
import { figuresOf } from '../../publishers/principal.ts'
import { VisibleApps } from '../../records/visible-apps.ts'
import { formatDay } from '../../values/day.ts'
import { dataDescription } from '../report/data-description.ts'
import { seenValues } from '../report/ledger-memory.ts'
import { asOf, readArguments, type Tool } from './tool.ts'

const maxApps = 500
const maxNames = 100

/** Whether a label has names in the words of a network or studio, which may be very many. */
const isOwn = (label: LabelName): boolean => codeOfLabel(label) === 32

/** Tells what there is to ask about. */
export const describeData: Tool = async (sources, principal, given) => {
  readArguments(given, [], () => null)
  const { account } = principal
  const state = await sources.figures.states.of(account.id)
  const apps = await new VisibleApps(sources.apps, principal).listed()
  const seen = await seenValues(sources, figuresOf(principal))
  const isLong = (label: LabelName) => seen.names[label].length > maxNames
  const shown: SeenValues = {
    names: Object.fromEntries(
      labelNames.map((label) => [
        label,
        isOwn(label) ? seen.names[label].slice(0, maxNames) : seen.names[label],
      ]),
    ) as unknown as SeenValues['names'],
    cut: labelNames.filter((label) => seen.cut.includes(label) || (isOwn(label) && isLong(label))),
    days: seen.days,
  }
  return {
    as_of: await asOf(sources, principal, state),
    today: formatDay(sources.today()),
    ...dataDescription(apps.slice(0, maxApps), shown, account.currency),
    has_more_apps: apps.length > maxApps,
  }
}
