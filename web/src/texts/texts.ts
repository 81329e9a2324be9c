interface Area {
  readonly english: object
  /** The texts that components read. The object stays the same when the language changes. */
  readonly shown: object
}

const areas = new Map<string, Area>()
let translation: Readonly<Record<string, object>> = {}
let pluralRules = new Intl.PluralRules('en')

/**
 * Texts of some pages or components. They are English, or in the language that is shown if that has them.
 * Read them when rendering: at the start of a module the language is not known yet.
 *
 * @param area its name in the catalogue
 * @param english strings, and functions for texts with parameters
 */
export function texts<Texts extends object>(area: string, english: Texts): Texts {
  const shown = { ...english, ...translation[area] }
  areas.set(area, { english, shown })
  return shown
}

/**
 * Shows other texts from now on. What is on the page has to be rendered again.
 *
 * @param language decides the plurals
 * @param catalogue texts by area; areas that it lacks are English
 */
export function showTexts(language: string, catalogue: Readonly<Record<string, object>>): void {
  translation = catalogue
  pluralRules = new Intl.PluralRules(language)
  for (const [area, { english, shown }] of areas) Object.assign(shown, english, catalogue[area])
}

/** The form of a text for a number of things. English has `one` and `other`; see `Intl.PluralRules`. */
export const plural = (
  count: number,
  forms: Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string },
): string => forms[pluralRules.select(count)] ?? forms.other
