/** One step of a Dockerfile. */
export interface Step {
  /** `RUN`. */
  readonly instruction: string
  /** The rest of the step, on one line. */
  readonly text: string
}

/** The steps of a Dockerfile. Comments and the ends of lines are left out. */
export const stepsOf = (dockerfile: string): readonly Step[] =>
  dockerfile
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n\s*/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, instruction = '', text = ''] = /^(\w+)\s+(.*)$/.exec(line.trim()) ?? []
      return { instruction: instruction.toUpperCase(), text }
    })

/** The files of a build context: what `.dockerignore` leaves. */
export function contextOf(files: readonly string[], dockerignore: string): readonly string[] {
  const ignored = dockerignore
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((pattern) => {
      const anywhere = pattern.startsWith('**/')
      const name = pattern.replace(/^\*\*\//, '').replaceAll('.', '\\.')
      return new RegExp(`${anywhere ? '(^|/)' : '^'}${name}(/|$)`)
    })
  return files.filter((file) => !ignored.some((pattern) => pattern.test(file)))
}

/** A command in its JSON form: `["node", "dist/main.js"]`. */
export function execForm(text: string): readonly string[] {
  const words: unknown = JSON.parse(text)
  const isCommand = Array.isArray(words) && words.every((word) => typeof word === 'string')
  if (isCommand) return words
  throw new Error(`This is not a list of words: ${text}`)
}
