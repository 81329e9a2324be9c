import { expect, test } from 'vitest'
import { coloursOfAccent, contrast } from './accent-of-mark.ts'

const rgbOf = (hex: string) =>
  [1, 3, 5].map((place) =>
    Number.parseInt(hex.slice(place, place + 2), 16),
  ) as unknown as readonly [number, number, number]

test('an accent that is legible in light stays as it is there, with white texts on it', () => {
  const colours = coloursOfAccent('#06543c')
  expect(colours['--accent']).toMatch(/^light-dark\(#06543c, /)
  expect(colours['--on-accent']).toMatch(/^light-dark\(#ffffff, /)
})

test.each(['#000000', '#ffffff', '#ffff00', '#ff0000', '#00ff00', '#0000ff', '#808080', '#0a7f5a'])(
  'texts in and on the accent %s are legible in light and dark',
  (accent) => {
    const colours = Object.values(coloursOfAccent(accent)).map(
      (text) =>
        /^light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)$/.exec(text)!.slice(1) as [string, string],
    )
    const grounds = [
      ['#ffffff', '#f4f5f7'],
      ['#101318', '#181c23', '#20252e'],
    ] as const
    for (const [place, around] of grounds.entries()) {
      const [own, pale, on] = colours.map((pair) => pair[place]!) as [string, string, string]
      for (const ground of [...around, pale, on]) {
        expect(contrast(rgbOf(own), rgbOf(ground)), `${own} on ${ground}`).toBeGreaterThanOrEqual(
          4.5,
        )
      }
    }
  },
)
