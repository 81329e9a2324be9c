/** `ADTALLY_SOAK=full` runs the documented sizes; by default the soaks are short. */
const isFull = process.env.ADTALLY_SOAK === 'full'

export const sized = (short: number, full: number): number => (isFull ? full : short)

/** Prints the measurements of a soak. A person judges whether times are good. */
export function printFigures(soak: string, figures: Readonly<Record<string, unknown>>): void {
  const shown = Object.entries(figures).map(([name, value]) => `${name} ${value}`)
  console.log(`soak: ${soak}: ${shown.join(', ')}`)
}
