import type { Services } from './services.ts'

/** Sorts scattered figures after a commit; what fails now is done after the next one. */
export function tidyFigures({ writer, warn }: Services): Promise<void> {
  return writer.tidy().catch(({ message }: Error) => warn(message))
}
