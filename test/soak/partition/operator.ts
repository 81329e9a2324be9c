import { writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { expect } from 'vitest'
import type { LedgerEntry } from '../../../src/ledger/figure-ledger.ts'
import { failureLines, type RunOptions } from '../../cli/run-adtally.ts'
import { spawnAdtally } from '../../cli/spawn-adtally.ts'
import { header } from '../../import/import-site.ts'
import { csvLineOf, drawOperation, type Row } from '../crash/operations.ts'
import type { Draw } from '../draw.ts'

/** A command that was run, and its output about its ledger entry. */
export interface Command {
  /** The name of an import's only file; null for an undo. */
  readonly file: string | null
  readonly rows: readonly Row[]
  readonly undoes: number | null
  /** Null while it runs, and after a failure: then only the ledger shows whether it took effect. */
  id: number | null
  failure: string | null
}

/** Every documented wait of a command is shorter, so a longer one hangs. */
const longestCommandMs = 180_000

/** Runs imports and undos as commands, and remembers their output. */
export class Operator {
  readonly commands: Command[] = []
  readonly #options: RunOptions
  readonly #folder: string

  constructor(options: RunOptions, folder: string) {
    this.#options = { ...options, longestMs: longestCommandMs }
    this.#folder = folder
  }

  /** The newest acknowledged entry; 0 for none. */
  get lastAcknowledged(): number {
    return Math.max(0, ...this.commands.map(({ id }) => id ?? 0))
  }

  async run(draw: Draw): Promise<Command> {
    const command = this.#draw(draw)
    this.commands.push(command)
    const { file, rows, undoes } = command
    if (file) await writeFile(file, `${[header, ...rows.map(csvLineOf)].join('\n')}\n`)
    const args = file ? ['import', 'stats', file] : ['imports', 'undo', String(undoes)]
    const outcome = await spawnAdtally([...args, '--json'], this.#options)
    if (outcome.code === 0) {
      const said = JSON.parse(outcome.stdout) as { import: number; undo?: number }
      command.id = said.undo ?? said.import
    } else {
      command.failure = failureLines(outcome).join('\n')
      expect(outcome.code, `${args.join(' ')}: ${command.failure}`).toBe(1)
    }
    return command
  }

  /** An import, or the undo of an acknowledged one. */
  #draw(draw: Draw): Command {
    const imports = this.commands.flatMap(({ file, id }) => (file && id ? [id] : []))
    for (;;) {
      const operation = drawOperation(draw)
      if (operation.kind === 'import') {
        const file = join(this.#folder, `import-${this.commands.length}.csv`)
        return newCommand({ file, rows: operation.rows })
      }
      if (operation.kind === 'undo' && imports.length > 0) {
        return newCommand({ undoes: imports[operation.which % imports.length]! })
      }
    }
  }

  /** The command that made a ledger entry. */
  madeBy({ kind, files, undoes, id }: LedgerEntry): Command | undefined {
    const candidates = this.commands.filter((command) =>
      kind === 'undo'
        ? command.undoes === undoes
        : command.file !== null && basename(command.file) === basename(files[0]!),
    )
    return candidates.find((command) => command.id === id) ?? candidates.find(({ id }) => !id)
  }
}

const newCommand = (given: Partial<Command>): Command => ({
  file: null,
  rows: [],
  undoes: null,
  id: null,
  failure: null,
  ...given,
})
