import { setTimeout as delay } from 'node:timers/promises'
import { addDays, dayOf } from '../src/values/day.ts'
import type { AskedService } from './asked-service.ts'
import { addressOf, askKinds } from './asks.ts'
import type { DataSet } from './data-set.ts'
import { Measured } from './load/measure.ts'

/** Waits until a service is idle: it may load something by itself when it has started. */
export async function quiet({ service }: Pick<AskedService, 'service'>): Promise<void> {
  for (let look = 0; look < 60; look++) {
    const before = await service.processorMs()
    await delay(500)
    if ((await service.processorMs()) - before < 25) return
  }
}

/**
 * Asks about weeks of every month of every app until all are in memory: a month is read when it was missing
 * twice, as long as there is time. Each week is another one, or the finished answers would take the room.
 */
export async function askEveryMonth(
  asked: AskedService,
  { appCount }: Pick<DataSet, 'appCount'>,
): Promise<void> {
  const [week] = askKinds
  let keptBytes = -1
  for (let day = 1; day <= 20; day++) {
    const addresses = Array.from({ length: 12 * appCount }, (_, turn) => {
      const firstDay = dayOf(Date.UTC(2025, Math.floor(turn / appCount), day))
      const span = { firstDay, lastDay: addDays(firstDay, 6) }
      return addressOf(week!, { app: turn % appCount, span })
    })
    await new Measured().addOnce(asked.side(week!), addresses, 60)
    await quiet(asked)
    const memory = await asked.service.memory()
    if (day > 2 && memory.keptBytes < keptBytes * 1.01) return
    keptBytes = memory.keptBytes
  }
}
