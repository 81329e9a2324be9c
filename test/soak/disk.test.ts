import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seed } from '../property/seed.ts'
import { mountSmallDisk, whyNoDisks } from '../stores/small-disk.ts'
import { damage, damagedFiles } from './disk/damage.ts'
import { FullDiskSoak } from './disk/full-disk-soak.ts'
import { type Inspected, inspect, runScript } from './disk/inspect.ts'
import { Draw } from './draw.ts'
import { printFigures, sized } from './size.ts'

const damages = sized(25, 2_000)
/** The measurements of one process. */
const batch = 25
const damagesPerLine = 100
const fullRounds = sized(6, 200)
const timeout = 120_000 + (damages + fullRounds) * 5_000

/** The same answers, with and without the logs of both stores. */
const wholes = ['killed', 'closed'] as const

let root: string
let expectedFile: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'adtally-disk-soak-'))
  const [killed, closed] = [join(root, 'killed'), join(root, 'closed')]
  await runScript('fill-directory', [killed, String(seed)])
  await cp(killed, closed, { recursive: true })
  const { stdout, stderr } = await runScript('read-everything', ['', closed])
  expect(stderr).toBe('')
  expectedFile = join(root, 'expected.json')
  await writeFile(expectedFile, stdout)
}, timeout)
afterAll(() => rm(root, { recursive: true, force: true }))

interface Damaged {
  readonly directory: string
  readonly file: (typeof damagedFiles)[number]
  /** The folder of the undamaged files. */
  readonly whole: string
  readonly done: string
}

describe(`${damages} damages to a file`, () => {
  test('are refused in one line, or change no answer; restoring the file restores all answers', {
    timeout,
  }, async () => {
    const draw = new Draw('damages')
    const counted: Record<string, number> = {}
    const wrong: string[] = []
    const silent: string[] = []
    for (let from = 0; from < damages; from += batch) {
      const count = Math.min(batch, damages - from)
      const damaged: Damaged[] = []
      for (let nth = 0; nth < count; nth++) damaged.push(await damageCopy(draw, from + nth))
      const found = await inspect(
        expectedFile,
        damaged.map(({ directory }) => directory),
      )
      for (const [index, { outcome, message }] of found.entries()) {
        const { file, done } = damaged[index]!
        const name = `${file} ${outcome}`
        counted[name] = (counted[name] ?? 0) + 1
        const line = `${done}: ${outcome} ${message}`
        // SQLite has no checksums, so silent changes of values are counted but not failures.
        if (outcome === 'different' && file === 'adtally.sqlite') silent.push(line)
        else if (outcome === 'crashed' || outcome === 'different') wrong.push(line)
        else if (/ 500 /.test(message)) wrong.push(line)
        if (outcome === 'refused') expect(message, done).toMatch(/^[^\n]+$/)
      }
      wrong.push(...(await findUnrestored(damaged, found)))
      // Nothing more is learned after a few, and a run that is stopped has told these.
      expect(wrong).toEqual([])
      if ((from + count) % damagesPerLine === 0) {
        printFigures('damaged files so far', { damages: from + count, ...counted })
      }
      for (const { directory } of damaged) await rm(directory, { recursive: true })
    }
    printFigures('damaged files', { damages, ...counted })
    for (const line of silent) console.log(`soak: damaged files: ${line}`)
  })

  async function damageCopy(draw: Draw, nth: number): Promise<Damaged> {
    const whole = join(root, draw.of(wholes))
    const directory = join(root, `damaged-${nth}`)
    await cp(whole, directory, { recursive: true })
    const there = await readdir(directory)
    const file = draw.of(damagedFiles.filter((name) => there.includes(name)))
    const done = damage(join(directory, file), file, draw)
    return { directory, file, whole, done }
  }

  /** When nothing was opened, only the damaged store is restored: its file and its log. */
  async function findUnrestored(damaged: readonly Damaged[], found: readonly Inspected[]) {
    const refused = damaged.filter((_, index) => !found[index]!.wasOpened)
    for (const { directory, file, whole } of refused) {
      const [store = ''] = file.split(/[.-]wal/)
      for (const name of await readdir(directory)) {
        if (name.startsWith(store)) await rm(join(directory, name))
      }
      for (const name of await readdir(whole)) {
        if (name.startsWith(store)) await cp(join(whole, name), join(directory, name))
      }
    }
    const directories = refused.map(({ directory }) => directory)
    const restored = await inspect(expectedFile, directories)
    return restored.flatMap(({ outcome, message }, index) =>
      outcome === 'same' ? [] : [`put back after ${refused[index]!.done}: ${outcome} ${message}`],
    )
  }
})

describe.skipIf(whyNoDisks !== null)(`on a small disk (${whyNoDisks ?? 'mounted'})`, () => {
  test('that becomes read-only, reads continue or are refused in one line; once writable, all is as before', {
    timeout,
  }, async () => {
    const disk = await mountSmallDisk(64)
    const directories = wholes.map((whole) => join(disk.path, whole))
    for (const [index, whole] of wholes.entries()) {
      await cp(join(root, whole), directories[index]!, { recursive: true })
    }
    disk.remount('ro')
    const found = await inspect(expectedFile, directories)
    disk.remount('rw')
    const outcomes = found.map(({ outcome, message }) => `${outcome} ${message}`)
    printFigures('read-only disk', Object.fromEntries(wholes.map((end, i) => [end, outcomes[i]])))
    for (const line of outcomes)
      expect(line).toMatch(/^(same $|refused UnusableStoreError: [^\n]+$)/)
    const writable = await inspect(expectedFile, directories)
    expect(writable.map(({ outcome, message }) => `${outcome} ${message}`)).toEqual([
      'same ',
      'same ',
    ])
  })

  test(`${fullRounds} rounds of a full disk lose nothing, and everything works once there is room`, {
    timeout,
  }, async () => {
    const disk = await mountSmallDisk(48)
    const soak = await FullDiskSoak.begin(disk, new Draw('full disk'))
    try {
      for (let round = 0; round < fullRounds; round++) await soak.round()
    } finally {
      printFigures('full disk', { ...soak.counted })
      for (const line of soak.failures) console.log(`soak: full disk: an import said: ${line}`)
      await soak.end()
    }
  })
})
