import { collectDefaultMetrics, Registry } from 'prom-client'
import { once } from '../values/once.ts'

/**
 * Memory, processor time, garbage collection and event-loop delay of the process. Measured from the first
 * scrape on, so that a server which nobody scrapes measures nothing.
 */
export const processMetrics = once(() => {
  const register = new Registry()
  collectDefaultMetrics({ register })
  return register
})
