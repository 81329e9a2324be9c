import type { Environment } from '../config/settings.ts'

/** The environment, streams and signals that a command gets from its process or test. */
export interface Shell {
  readonly env: Environment
  /** Relative paths start here. */
  readonly cwd: string
  /** The path that the program was started by; unknown when absent. */
  readonly script?: string
  readonly stdin: Input
  readonly stdout: Output
  readonly stderr: Output
  /**
   * Aborts on SIGTERM or Ctrl-C. A command that never calls this is ended at once.
   *
   * @param longestMs the process ends this long after the signal; no limit when absent
   */
  readonly stopSignal: (longestMs?: number) => AbortSignal
}

type Input = NodeJS.ReadableStream & {
  readonly isTTY?: boolean
  readonly destroy: () => void
}

type Output = NodeJS.WritableStream & {
  readonly isTTY?: boolean
  /** The width of a terminal, in characters. */
  readonly columns?: number
}
