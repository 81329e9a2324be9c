import { useFormats } from './formats.ts'

/** Says whose days and times a page shows. */
export function WhoseTime() {
  const { timeZone } = useFormats()
  return <>Days are those of the networks. Times are in your browser’s time zone, {timeZone}.</>
}
