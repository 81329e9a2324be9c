/** Colours of the series, told apart also by those who see few colours. The last is for the rest. */
export const seriesVariables = [
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

/** The variable that holds the colour of a series by its place; the rest has no key. */
export const variableOf = (key: string | null, place: number): string =>
  key === null ? restVariable : seriesVariables[place % seriesVariables.length]!

/** Reads a colour as the theme has it: a canvas knows no variables. */
export function colourOf(element: Element, variable: string): string {
  const probe = document.createElement('span')
  probe.style.color = `var(${variable})`
  element.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}
