/** A block of commands on a page. */
export interface CommandBlock {
  /** Of its first command, from 1. */
  readonly line: number
  readonly text: string
}

/**
 * The blocks of shell commands on a Markdown page. Of a transcript, whose first line begins with `$`, the lines that
 * do.
 */
export function commandBlocks(page: string): readonly CommandBlock[] {
  const fences = page.matchAll(/^( *)```sh\n([\s\S]*?)^\1```$/gm)
  return [...fences].map(({ index, 1: indent = '', 2: body = '' }) => {
    const lines = body.split('\n').map((line) => line.slice(indent.length))
    const isTranscript = lines[0]!.startsWith('$ ')
    const commands = isTranscript
      ? lines.filter((line) => line.startsWith('$ ')).map((line) => line.slice(2))
      : lines
    return { line: page.slice(0, index).split('\n').length + 1, text: commands.join('\n') }
  })
}
