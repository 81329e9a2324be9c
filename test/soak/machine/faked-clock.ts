import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Debian's package `faketime` installs the library in the folder of the machine's architecture. */
const libraries = '/usr/lib'

function findLibrary(): string | null {
  if (!existsSync(libraries)) return null
  const paths = readdirSync(libraries).map((name) =>
    join(libraries, name, 'faketime', 'libfaketimeMT.so.1'),
  )
  return paths.find((path) => existsSync(path)) ?? null
}

const library = findLibrary()

export const whyNoFakedClock = library ? null : 'libfaketime is not installed (package faketime)'

/** The clock of a process, which jumps while the process runs. Its timers go on as before. */
export class FakedClock {
  readonly env: Readonly<Record<string, string>>
  readonly #file: string
  #offsetSeconds = 0

  constructor(folder: string) {
    this.#file = join(folder, 'clock')
    this.jumpTo(0)
    this.env = {
      LD_PRELOAD: library!,
      FAKETIME_TIMESTAMP_FILE: this.#file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      FAKETIME_DONT_RESET: '1',
      FAKETIME_SKIP_CMDS: 'sh',
    }
  }

  /** @param offsetSeconds how far the process's clock is ahead of the machine's from now on */
  jumpTo(offsetSeconds: number): void {
    this.#offsetSeconds = offsetSeconds
    writeFileSync(this.#file, `${offsetSeconds < 0 ? '' : '+'}${offsetSeconds}s\n`)
  }

  nowMs(): number {
    return Date.now() + this.#offsetSeconds * 1_000
  }
}
