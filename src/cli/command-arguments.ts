let taken: readonly string[] = []

/** Notes which fields the running command takes as arguments. */
export function setArguments(fields: readonly string[]): void {
  taken = fields
}

/** Whether the running command takes a field as an argument, and not as an option. Passwords are asked for. */
export const isArgument = (field: string): boolean => field === 'password' || taken.includes(field)
