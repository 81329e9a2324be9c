/** A name of words as the parameters, columns and members of files have it: `startDate` is `start_date`. */
export const snakeCase = (name: string): string => splitBy(name, '_')

/** The same as options and settings have it: `startDate` is `start-date`. */
export const kebabCase = (name: string): string => splitBy(name, '-')

/** The same as variables have it: `startDate` and `start-date` are `START_DATE`. */
export const constantCase = (name: string): string =>
  snakeCase(name).replaceAll('-', '_').toUpperCase()

/** The same as code has it: `start_date` and `start-date` are `startDate`. */
export const camelCase = (name: string): string =>
  name.replace(/[-_]([a-z])/g, (_, letter: string) => letter.toUpperCase())

const splitBy = (name: string, separator: string): string =>
  name.replace(/[A-Z]/g, (letter) => separator + letter.toLowerCase())
