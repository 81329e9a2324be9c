type Rgb = readonly [red: number, green: number, blue: number]

const white: Rgb = [255, 255, 255]
const black: Rgb = [0, 0, 0]

/** The colours of tokens.css that texts in the accent's colour are on, and what makes such a text legible. */
const looks = {
  light: { card: white, grounds: [white, [244, 245, 247]], towards: black },
  dark: {
    card: [24, 28, 35],
    grounds: [
      [16, 19, 24],
      [24, 28, 35],
      [32, 37, 46],
    ],
    towards: white,
  },
} as const satisfies Record<string, { card: Rgb; grounds: readonly Rgb[]; towards: Rgb }>

/** That of texts, as WCAG 2 asks for. */
const leastContrast = 4.5
/** How much of the accent its pale ground has. */
const paleShare = 0.1

/**
 * The colours that a network's accent gives the dashboard of its partners, by the properties of tokens.css. Where it
 * would be hard to read, it is made darker on light grounds, and lighter on dark ones.
 *
 * @param accent as `#0a7f5a`
 */
export function coloursOfAccent(accent: string): Readonly<Record<string, string>> {
  const light = coloursIn(rgbOf(accent), 'light')
  const dark = coloursIn(rgbOf(accent), 'dark')
  return Object.fromEntries(
    (['accent', 'accent-ground', 'on-accent'] as const).map((name) => [
      `--${name}`,
      `light-dark(${hexOf(light[name])}, ${hexOf(dark[name])})`,
    ]),
  )
}

function coloursIn(given: Rgb, look: keyof typeof looks) {
  const { card, grounds, towards } = looks[look]
  for (let step = 0; ; step++) {
    const accent = mix(given, towards, step / 20)
    const ground = mix(card, accent, paleShare)
    if (
      step === 20 ||
      [...grounds, ground].every((one) => contrast(accent, one) >= leastContrast)
    ) {
      const text = contrast(accent, white) >= contrast(accent, black) ? white : black
      return { accent, 'accent-ground': ground, 'on-accent': text }
    }
  }
}

const rgbOf = (hex: string): Rgb =>
  [1, 3, 5].map((place) => Number.parseInt(hex.slice(place, place + 2), 16)) as unknown as Rgb

const hexOf = (rgb: Rgb): string =>
  `#${rgb.map((part) => part.toString(16).padStart(2, '0')).join('')}`

/** @param share of the other colour, 0 to 1 */
const mix = (one: Rgb, other: Rgb, share: number): Rgb =>
  one.map((part, place) => Math.round(part + (other[place]! - part) * share)) as unknown as Rgb

/** The contrast of WCAG 2, from 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const [bright, faint] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (bright! + 0.05) / (faint! + 0.05)
}

function luminance(rgb: Rgb): number {
  const [red, green, blue] = rgb.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as unknown as Rgb
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
