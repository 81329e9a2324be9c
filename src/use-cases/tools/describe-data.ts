import { figuresOf } from '../../publishers/principal.ts'
import { VisibleApps } from '../../records/visible-apps.ts'
import { formatDay } from '../../values/day.ts'
import { dataDescription } from '../report/data-description.ts'
import { seenValues } from '../report/ledger-memory.ts'
import { asOf, readArguments, type Tool } from './tool.ts'

const maxApps = 500
const maxAdTags = 100

/** Tells what there is to ask about. */
export const describeData: Tool = async (sources, principal, given) => {
  readArguments(given, [], () => null)
  const { account } = principal
  const state = await sources.figures.states.of(account.id)
  const apps = await new VisibleApps(sources.apps, principal).listed()
  const seen = await seenValues(sources, figuresOf(principal))
  const hasMoreAdTags = seen.hasMoreAdTags || seen.adTags.length > maxAdTags
  const shown = { ...seen, adTags: seen.adTags.slice(0, maxAdTags), hasMoreAdTags }
  return {
    as_of: await asOf(sources, principal, state),
    today: formatDay(sources.today()),
    ...dataDescription(apps.slice(0, maxApps), shown, account.currency),
    has_more_apps: apps.length > maxApps,
  }
}
