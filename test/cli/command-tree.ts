import { adtallyWorks } from './run-adtally.ts'

interface Branch {
  /** The commands within, none of a command that runs. */
  readonly commands: readonly string[]
  readonly options: readonly string[]
}

/** Every command by its words, as the completion of a shell knows them. */
export async function commandTree(): Promise<ReadonlyMap<string, Branch>> {
  const script = await adtallyWorks(['completion', 'bash'])
  const lines = script.matchAll(/^ {4}'((?:(?!--)[a-z -])*)'\) (.*) ;;$/gm)
  const listOf = (text: string, name: string) =>
    (new RegExp(`\\b${name}='([^']+)'`).exec(text)?.[1] ?? '').split(' ').filter(Boolean)
  return new Map(
    [...lines].map(([, path, text]) => [
      path!,
      { commands: listOf(text!, 'commands'), options: listOf(text!, 'options') },
    ]),
  )
}

/** The commands that run, rather than lead to others. */
export const runnable = (tree: ReadonlyMap<string, Branch>): string[] =>
  [...tree].filter(([, { commands }]) => commands.length === 0).map(([path]) => path)
