/** `ADTALLY_SOAK=full` runs what the documentation promises; a change runs a short form. */
const isFull = process.env.ADTALLY_SOAK === 'full'

export const sized = (short: number, full: number): number => (isFull ? full : short)

/** Prints what a soak measured. Whether times are good is for a person to judge. */
export function printFigures(soak: string, figures: Readonly<Record<string, unknown>>): void {
  const shown = Object.entries(figures).map(([name, value]) => `${name} ${value}`)
  console.log(`soak: ${soak}: ${shown.join(', ')}`)
}
