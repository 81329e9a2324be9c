import { Gauge, type Registry } from 'prom-client'
import type { SettlementTotals } from '../records/settlement/settlement-totals.ts'
import type { MetricsPart } from './read-part.ts'

/** What waits in the books of all accounts. */
export function moneyPart(
  registry: Registry,
  readTotals: () => Promise<SettlementTotals>,
): MetricsPart {
  const registers = [registry]
  const waiting = new Gauge({
    name: 'adtally_waiting_lines',
    help: 'Lines of statements that wait to be assigned, of all accounts.',
    registers,
  })
  const lastClose = new Gauge({
    name: 'adtally_last_month_close_timestamp_seconds',
    help: 'When a month was last closed, of any account.',
    registers,
  })
  // Without labels, a gauge that is reset would be 0.
  const forget = () => {
    for (const gauge of [waiting, lastClose]) gauge.remove()
  }
  forget()
  const read = async () => {
    const { waitingLines, lastCloseMs } = await readTotals()
    forget()
    waiting.set(waitingLines)
    if (lastCloseMs !== null) lastClose.set(lastCloseMs / 1_000)
  }
  return { name: 'money', read, forget }
}
