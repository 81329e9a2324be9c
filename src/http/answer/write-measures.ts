import { deriveMeasure, type MeasureName, measures, type Sums } from '../../reporting/measures.ts'
import type { Utf8Writer } from './utf8-writer.ts'

/** Figures in the order they are written, each with the name an interface gives it. */
export type WireMeasures = readonly (readonly [wireName: string, measure: MeasureName])[]

/** Writes measures as members of a JSON object, without its braces. */
export function writeMeasures(text: Utf8Writer, wire: WireMeasures, sums: Sums): void {
  for (const [index, [name, measure]] of wire.entries()) {
    text.string(`${index > 0 ? ',' : ''}"${name}":`)
    writeMeasure(text, measure, sums)
  }
}

/** Writes one measure as a decimal, rounded as the catalogue says. */
export function writeMeasure(text: Utf8Writer, measure: MeasureName, sums: Sums): void {
  text.number(deriveMeasure(measure, sums), measures[measure].decimals)
}
