/** Whether a text names an IANA time zone. */
export function isZone(text: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en-US', { timeZone: text }))
  } catch {
    return false
  }
}
