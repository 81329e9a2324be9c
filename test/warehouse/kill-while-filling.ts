import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'vitest'
import { addDestination } from '../../src/use-cases/destinations/add-destination.ts'
import { changeDestination } from '../../src/use-cases/destinations/change-destination.ts'
import { showDestination } from '../../src/use-cases/destinations/show-destination.ts'
import { testDestination } from '../../src/use-cases/destinations/test-destination.ts'
import type { DestinationKind } from '../../src/warehouse/destination.ts'
import { type ImportSite, openSite } from '../import/import-site.ts'
import { isNight } from '../night.ts'

export const moments = isNight ? 100 : 4
/** A moment takes three seconds; more on a busy machine. */
export const killTimeoutMs = Math.max(120_000, 15_000 * moments)
const days = 28
const entries = 12

/**
 * Kills the process that fills a destination at some moments of it, with and without a copy to begin with, and expects
 * a copy of some entry after each, and of the last one in the end.
 */
export async function killWhileFilling(
  kind: DestinationKind,
  addressOf: (site: ImportSite) => string,
  stateOf: (site: ImportSite) => Promise<void>,
): Promise<void> {
  const site = await openSite()
  const folder = join(site.root, 'warehouses')
  site.directory = { ...site.directory, warehouses: { folder, allowPrivate: true } }
  await site.close()
  await site.open()
  for (let nth = 1; nth <= entries; nth++) await site.importLines(linesOf(nth))
  const name = { username: 'studio', name: 'copy' }
  await site.call(addDestination, { ...name, kind, address: addressOf(site) })
  await site.close()
  let wholeMs = await measureFilling(site.directory.root, folder)
  let cutOff = 0
  // A filling that ends before its moment is begun again.
  for (let turn = 0; cutOff < moments && turn < 4 * moments; turn++) {
    await site.open()
    // Every second time it goes on with what it has.
    const isWhole = turn % 2 === 0
    if (isWhole) await site.call(changeDestination, { ...name, refill: true })
    await site.close()
    const { child, ended } = await beginFilling(site.directory.root, folder)
    const begunAt = performance.now()
    const isOver = await Promise.race([
      ended.then(() => true),
      delay((wholeMs * ((turn % moments) + 0.5)) / moments).then(() => false),
    ])
    // Tables are there already, or the machine was slow when it was measured.
    if (isOver && isWhole) wholeMs = performance.now() - begunAt
    if (!isOver) {
      cutOff++
      child.kill('SIGKILL')
      await ended
    }
    await stateOf(site)
  }
  expect(cutOff).toBe(moments)
  await site.open()
  const shipper = site.installation.destinationShipper((message) => expect.unreachable(message))
  await shipper.turn(new AbortController().signal)
  await shipper.idle()
  expect(await site.call(showDestination, name)).toMatchObject({ entry: entries, last_error: null })
  expect(await site.call(testDestination, name)).toMatchObject({ error: null })
}

/** Begins to fill the destinations of a data directory in a process, whose stores are open. */
async function beginFilling(root: string, folder: string) {
  const program = join(import.meta.dirname, 'fill-once.ts')
  const child = spawn(process.execPath, [program, root, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  await once(child.stdout, 'data')
  return { child, ended }
}

/** @returns how long a whole filling takes */
async function measureFilling(root: string, folder: string): Promise<number> {
  const { ended } = await beginFilling(root, folder)
  const begunAt = performance.now()
  await ended
  return performance.now() - begunAt
}

/** All rows of all days, with another revenue in each entry. */
function linesOf(nth: number): string[] {
  const countries = ['US', 'DE', 'FR', 'JP', 'BR', 'IN']
  const tags = Array.from({ length: 10 }, (_, tag) => `tag-${tag}`)
  return Array.from({ length: days }, (_, day) =>
    countries.flatMap((country) =>
      tags.map((_tag, place) => {
        const date = `2026-02-${String(day + 1).padStart(2, '0')}`
        return `${date},zap-ios,net${place},banner,${country},${nth},0.${nth}${place}`
      }),
    ),
  ).flat()
}
