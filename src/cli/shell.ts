import type { Environment } from '../config/settings.ts'

/** What a command gets from whoever runs it: a process, or a test. */
export interface Shell {
  readonly env: Environment
  /** Relative paths start here. */
  readonly cwd: string
  readonly stdin: Input
  readonly stdout: Output
  readonly stderr: Output
  /**
   * Aborts when the command is asked to end, by SIGTERM or Ctrl-C. A command that never calls this
   * ends at once.
   *
   * @param longestMs how long the command may take to end; then the process is ended. No limit when
   *   absent
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
