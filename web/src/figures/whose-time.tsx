import { figuresTexts } from '../texts/en/figures.tsx'
import { useFormats } from './formats.ts'

/** Says whose days and times a page shows. */
export function WhoseTime() {
  const { timeZone } = useFormats()
  return <>{figuresTexts.whoseTime(timeZone)}</>
}
