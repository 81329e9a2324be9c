/** How long a line may be. */
export interface LineBound {
  readonly maxCharacters: number
  /** Makes the error for a longer line, which is counted from 1. */
  readonly tooLong: (line: number) => Error
}

/**
 * Splits text into lines at line feeds only, because JSON strings may contain other line ends.
 *
 * @returns the lines without their ends; a final line feed adds no empty line
 * @throws what {@link LineBound.tooLong} makes
 */
export async function* splitLines(
  chunks: AsyncIterable<string>,
  bound?: LineBound,
): AsyncGenerator<string> {
  let line = 1
  let parts: string[] = []
  let length = 0
  const add = (part: string) => {
    parts.push(part)
    length += part.length
    if (bound && length > bound.maxCharacters) throw bound.tooLong(line)
  }
  const endLine = () => {
    const text = parts.join('')
    parts = []
    length = 0
    line++
    return text
  }
  for await (const chunk of chunks) {
    let start = 0
    for (let end = chunk.indexOf('\n'); end !== -1; end = chunk.indexOf('\n', start)) {
      add(chunk.slice(start, end))
      start = end + 1
      const text = endLine()
      yield text.endsWith('\r') ? text.slice(0, -1) : text
    }
    add(chunk.slice(start))
  }
  if (length > 0) yield endLine()
}
