/** The first ones of some names, and how many more there are. @param count of them all, if some are unknown */
export function listed(names: readonly string[], max: number, count = names.length): string {
  const first = names.slice(0, max)
  const more = count - first.length
  return more > 0 ? `${first.join(', ')} and ${more} more` : first.join(', ')
}
