import autocannon from 'autocannon'
import type { Load, LoadSeen } from './load-types.ts'

/** Sends a load from this process. Its clients share one list. */
export async function runAutocannon(load: Load): Promise<LoadSeen & { refused: number }> {
  const { addresses, headers } = load
  let turn = 0
  const running = autocannon({
    url: load.baseUrl,
    connections: load.clients,
    timeout: 30,
    ...(load.again ? { duration: load.seconds } : { amount: addresses.length }),
    requests: [
      {
        setupRequest: (request) => {
          const { path, body } = addresses[turn++ % addresses.length]!
          return { ...request, ...(body && { method: 'POST', body }), path, headers }
        },
      },
    ],
  })
  // It is typed as a promise only.
  const stop = () => (running as unknown as { stop(): void }).stop()
  const timer = setTimeout(stop, load.seconds * 1_000)
  const { requests, duration, latency, non2xx, errors } = await running
  clearTimeout(timer)
  return {
    answers: requests.total,
    seconds: duration,
    p50Ms: latency.p50,
    p99Ms: latency.p99,
    refused: non2xx + errors,
  }
}
