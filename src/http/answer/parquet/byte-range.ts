/** Bytes of a file, both included. */
export interface ByteRange {
  readonly first: number
  readonly last: number
}

/**
 * Reads a Range header (RFC 9110).
 *
 * @returns null to answer the whole file: there is no header, it is malformed, or it has several ranges
 */
export function readRange(
  header: string | undefined,
  fileBytes: number,
): ByteRange | 'unsatisfiable' | null {
  const [, from, to] = /^\s*bytes\s*=\s*(\d*)-(\d*)\s*$/i.exec(header ?? '') ?? []
  if (from === undefined || to === undefined || (from === '' && to === '')) return null
  const end = fileBytes - 1
  if (from === '') {
    // The last bytes of the file.
    if (Number(to) === 0 || fileBytes === 0) return 'unsatisfiable'
    return { first: Math.max(0, fileBytes - Number(to)), last: end }
  }
  const first = Number(from)
  if (to !== '' && Number(to) < first) return null
  if (first > end) return 'unsatisfiable'
  return { first, last: to === '' ? end : Math.min(Number(to), end) }
}
