import { setTimeout as delay } from 'node:timers/promises'

/** Asks a server for its health until some work ends. @returns the longest wait for an answer, in milliseconds */
export async function longestWaitDuring(baseUrl: string, work: Promise<unknown>): Promise<number> {
  let isOver = false
  const end = () => {
    isOver = true
  }
  work.then(end, end)
  let longestMs = 0
  while (!isOver) {
    const askedMs = performance.now()
    await (await fetch(`${baseUrl}/healthz`)).text()
    longestMs = Math.max(longestMs, performance.now() - askedMs)
    await delay(10)
  }
  return longestMs
}
