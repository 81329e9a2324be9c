import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'

const imageMiB = 96

/**
 * A file system in a file. Data that programs did not sync exists only in the system's memory, so a
 * copy of the file contains what a disk contains after a power cut.
 */
export class PowerSupply {
  /** The mount point of the file system. */
  readonly root: string
  readonly #image: string

  private constructor(folder: string) {
    this.root = join(folder, 'mounted')
    this.#image = join(folder, 'disk.img')
  }

  /** @returns null when this user may not mount file systems */
  static start(folder: string): PowerSupply | null {
    const supply = new PowerSupply(folder)
    try {
      mkdirSync(supply.root)
      run('truncate', '--size', `${imageMiB}M`, supply.#image)
      run('mkfs.ext4', '-q', '-F', supply.#image)
      supply.#mount()
      return supply
    } catch {
      return null
    }
  }

  /** Loses everything that was not synced. No program may have files open. */
  cut(): void {
    const copy = `${this.#image}.copy`
    copyFileSync(this.#image, copy)
    this.stop()
    renameSync(copy, this.#image)
    this.#mount()
  }

  stop(): void {
    run('umount', this.root)
  }

  #mount(): void {
    // Prevents the system from writing anything by itself before the cut.
    run('mount', '-o', 'loop,commit=300', this.#image, this.root)
  }
}

const run = (command: string, ...args: readonly string[]) =>
  execFileSync(command, args, { stdio: 'pipe' })
