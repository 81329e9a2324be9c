/** CSS variables of the series' colours, chosen to differ for colour-blind readers too. */
const seriesVariables = [
  '--series-1',
  '--series-2',
  '--series-3',
  '--series-4',
  '--series-5',
  '--series-6',
  '--series-7',
  '--series-8',
] as const

export const restVariable = '--series-rest'

/** The CSS variable of a series' colour. @param key null for the sum of all other groups */
export const variableOf = (key: string | null, place: number): string =>
  key === null ? restVariable : seriesVariables[place % seriesVariables.length]!

/** The current value of a CSS variable, for a canvas. */
export function colourOf(element: Element, variable: string): string {
  const probe = document.createElement('span')
  probe.style.color = `var(${variable})`
  element.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}
