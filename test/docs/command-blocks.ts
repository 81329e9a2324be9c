import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '../..')

/** A block of commands on a page. */
export interface CommandBlock {
  /** The line of its first command, from 1. */
  readonly line: number
  /** Each with its continuation lines. */
  readonly commands: readonly string[]
}

export const textOf = (page: string): string => readFileSync(join(root, page), 'utf8')

/** Every Markdown page that readers of the project find. */
export const allPages: readonly string[] = [
  ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'],
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name))
    .sort(),
]

/** The fenced code blocks of a Markdown page. */
export function fencedBlocks(page: string) {
  const fences = page.matchAll(/^( *)```(\w*)\n([\s\S]*?)^\1```$/gm)
  return [...fences].map(({ index, 1: indent = '', 2: language = '', 3: body = '' }) => ({
    language,
    line: page.slice(0, index).split('\n').length + 1,
    lines: body
      .trimEnd()
      .split('\n')
      .map((line) => line.slice(indent.length)),
  }))
}

/**
 * The blocks of shell commands on a Markdown page. A transcript begins with `$`; its other lines are output.
 */
export function commandBlocks(page: string): readonly CommandBlock[] {
  return fencedBlocks(page).flatMap(({ language, line, lines }) => {
    const isTranscript = lines[0]!.startsWith('$ ')
    if (!isTranscript && !/^(sh|bash|shell|console)$/.test(language)) return []
    const typed = isTranscript
      ? lines.filter((text) => text.startsWith('$ ')).map((text) => text.slice(2))
      : lines
    return [{ line, commands: joined(typed) }]
  })
}

/** Commands without blank lines and comments; a line that ends with `\` goes on in the next. */
function joined(lines: readonly string[]): string[] {
  return lines
    .join('\n')
    .split(/(?<!\\)\n/)
    .filter((command) => !/^\s*(#|$)/.test(command))
}
