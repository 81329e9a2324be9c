import type { Formats } from '../../figures/formats.ts'

/** @param month as `2026-03` */
export const shownMonth = ({ locale }: Formats, month: string): string =>
  new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  )
