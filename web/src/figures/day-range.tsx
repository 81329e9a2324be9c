import { useFormats } from './formats.ts'

/** The days of a range. Its own direction keeps it in order within a text of the other one. */
export function DayRange({ from, to }: { from: string; to: string }) {
  const { range } = useFormats()
  return <bdi>{range(from, to)}</bdi>
}
