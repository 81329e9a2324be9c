import { describe, expect, test } from 'vitest'
import { editDistance, nearestName } from '../../values/nearest-name.ts'
import { dimensionSynonyms, metricSynonyms, parameterSynonyms } from './synonyms.ts'
import { dimensionNames, metricNames, parameterNames } from './vocabulary.ts'

test.each([
  ['country', 'country', 0],
  ['contry', 'country', 1],
  ['countyr', 'country', 1],
  ['countries', 'country', 3],
  ['', 'date', 4],
])('from %s to %s it is %i letters', (one, other, distance) => {
  expect(editDistance(one, other)).toBe(distance)
  expect(editDistance(other, one)).toBe(distance)
})

describe('the name that was meant', () => {
  test.each([
    ['start_dat', 'start_date'],
    ['startDate', 'start_date'],
    ['START-DATE', 'start_date'],
    ['app_id[]', 'app_id'],
    ['geo', 'country'],
    ['metric', 'metrics'],
    ['xx', null],
    ['', null],
    ['x'.repeat(10_000), null],
    ['__proto__', null],
    ['toString', null],
  ])('of %s is %s', (written, meant) => {
    expect(nearestName(written, parameterNames, parameterSynonyms)).toBe(meant)
  })

  test('is a name or a sentence for every synonym', () => {
    const lists: [Readonly<Record<string, string>>, readonly string[]][] = [
      [parameterSynonyms, parameterNames],
      [dimensionSynonyms, dimensionNames],
      [metricSynonyms, metricNames],
    ]
    for (const [synonyms, names] of lists) {
      for (const [word, meant] of Object.entries(synonyms)) {
        // A name of its own would never be looked up.
        if (synonyms === parameterSynonyms) expect(names).not.toContain(word)
        expect(names.includes(meant) || meant.includes(' '), word).toBe(true)
      }
    }
  })
})
