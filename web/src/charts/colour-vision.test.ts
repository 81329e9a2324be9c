import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { colourCount } from './palette.ts'

type Triple = readonly [number, number, number]
type Matrix = readonly [Triple, Triple, Triple]

/**
 * How people see linear RGB, at severity 1.0: G. M. Machado, M. M. Oliveira and L. A. F. Fernandes,
 * "A Physiologically-based Model for Simulation of Color Vision Deficiency", IEEE Transactions on
 * Visualization and Computer Graphics 15 (6), 2009.
 */
const visions: Record<string, Matrix> = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
}

/** Linear RGB to the responses of cones, and their cube roots to Lab: see {@link oklab}. */
const toCones: Matrix = [
  [0.4122214708, 0.5363325363, 0.0514459929],
  [0.2119034982, 0.6806995451, 0.1073969566],
  [0.0883024619, 0.2817188376, 0.6299787005],
]
const toLab: Matrix = [
  [0.2104542553, 0.793617785, -0.0040720468],
  [1.9779984951, -2.428592205, 0.4505937099],
  [0.0259040371, 0.7827717662, -0.808675766],
]

const apply = (matrix: Matrix, [a, b, c]: Triple) =>
  matrix.map(([x, y, z]) => x * a + y * b + z * c) as unknown as Triple

const map = (triple: Triple, change: (value: number) => number) =>
  triple.map(change) as unknown as Triple

/** The linear RGB of `#rrggbb`. */
function linear(hex: string): Triple {
  const channels = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
  return map(channels as unknown as Triple, (value) =>
    value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
  )
}

/**
 * Björn Ottosson, "A perceptual color space for image processing", 2020,
 * https://bottosson.github.io/posts/oklab/: black and white are 1 apart.
 */
const oklab = (rgb: Triple) => apply(toLab, map(apply(toCones, rgb), Math.cbrt))

const seen = (matrix: Matrix, rgb: Triple) =>
  oklab(map(apply(matrix, rgb), (value) => Math.min(Math.max(value, 0), 1)))

const distance = (a: Triple, b: Triple) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])

/** The contrast of WCAG 2. */
function contrast(a: Triple, b: Triple): number {
  const [low, high] = [a, b]
    .map(([red, green, blue]) => 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05)
    .sort((x, y) => x - y)
  return high! / low!
}

const tokens = readFileSync(join(import.meta.dirname, '../style/tokens.css'), 'utf8')

describe.each([
  { theme: 'light', place: 0 },
  { theme: 'dark', place: 1 },
])('colours in the $theme theme', ({ place }) => {
  const token = (name: string) => {
    const values = new RegExp(`--${name}: light-dark\\((#\\w{6}), (#\\w{6})\\)`).exec(tokens)!
    return linear(values[place + 1]!)
  }
  const colours = Array.from({ length: colourCount }, (_, nth) => token(`series-${nth + 1}`))
  const rest = token('series-rest')

  /** Pairs that are nearer to each other than they may be, as places of tokens. */
  const tooNear = (matrix: Matrix, count: number, nearest: number) => {
    const looks = colours.slice(0, count).map((colour) => seen(matrix, colour))
    return looks.flatMap((a, one) =>
      looks.flatMap((b, other) =>
        other > one && distance(a, b) < nearest ? [`${one + 1}, ${other + 1}`] : [],
      ),
    )
  }

  test.each(Object.entries(visions))('differ to people with %s vision', (_, matrix) => {
    expect(tooNear(matrix, 8, 0.1)).toEqual([])
    expect(tooNear(matrix, 13, 0.07)).toEqual([])
    expect(tooNear(matrix, colourCount, 0.035)).toEqual([])
    const restLooks = seen(matrix, rest)
    const toRest = colours.slice(0, 13).map((colour) => distance(seen(matrix, colour), restLooks))
    expect(Math.min(...toRest)).toBeGreaterThanOrEqual(0.05)
  })

  test.each(['card', 'ground'])('have a contrast of at least 3 : 1 to the %s', (ground) => {
    const contrasts = [...colours, rest].map((colour) => contrast(colour, token(ground)))
    expect(Math.min(...contrasts)).toBeGreaterThanOrEqual(3)
  })
})

test('distances are those of the space: none to itself, one from black to white', () => {
  const [black, white] = [linear('#000000'), linear('#ffffff')]
  expect(distance(oklab(black), oklab(white))).toBeCloseTo(1, 3)
  for (const matrix of Object.values(visions)) {
    // Nobody sees a colour in white.
    expect(distance(seen(matrix, white), oklab(white))).toBeLessThan(0.001)
  }
})
