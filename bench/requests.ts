import { askCheckouts } from './ask-checkouts.ts'
import { type AskKind, reportKinds, statsKinds } from './asks.ts'
import type { Checkout } from './checkout.ts'
import { shownSize } from './data-set.ts'
import { heading, times } from './table.ts'
import { type Target, target } from './target.ts'
import { formatTimes, pairedTargets } from './time-asks.ts'

/** Of the first kind of question, the most that HTTP, JSON and Adtally may add to the engine's time. */
const maxRatio = 2.5

const benchOf =
  (title: string, kinds: readonly AskKind[]) =>
  (rows: number, checkouts: readonly Checkout[]): Promise<Target[]> =>
    askCheckouts(rows, checkouts, kinds, async ({ dataSet, seen }) => {
      console.log(heading(`${title}, ${shownSize(dataSet)}`))
      console.log(formatTimes(seen))
      const { kind, sides, engine } = seen[0]!
      const ratio = sides.at(-1)!.first.processorMsEach / engine.processorMsEach
      const name = `${kind.name}: first ask, CPU ÷ the engine's`
      return [target(name, { atMost: maxRatio }, ratio, times), ...pairedTargets(seen)]
    })

/** The V2 interface over HTTP, beside the bare engine. */
export const benchRequests = benchOf('requests: the V2 interface', statsKinds)
/** The report endpoint over HTTP, beside the bare engine. */
export const benchReport = benchOf('report: the report endpoint', reportKinds)
