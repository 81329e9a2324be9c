import { expect, test } from 'vitest'
import { type OpenCause, step } from './episodes.ts'
import { aboutDays, type Finding } from './finding.ts'

const hourMs = 3_600_000
const finding = (day: number): Finding => aboutDays({ of: 'total', key: null }, [day as never])
const judged = (is: Finding | null) => [{ cause: 'total', finding: is }]

/** Steps of an hour each. @param looks what each look finds; undefined where it cannot judge */
function follow(looks: readonly (Finding | null | undefined)[], lastsHours: number) {
  let open: readonly OpenCause[] = []
  return looks.map((is, hour) => {
    const found = is === undefined ? [] : judged(is)
    const after = step(open, found, hour * hourMs, lastsHours * hourMs)
    open = after.open
    return [after.fired, after.resolved].map((causes) => causes.map((one) => one.finding.days[0]))
  })
}

test('a cause is told once, when it has lasted, and its end after that', () => {
  const looks = [finding(1), finding(2), finding(3), finding(4), null, null]
  expect(follow(looks, 2)).toEqual([
    [[], []],
    [[], []],
    [[3], []],
    [[], []],
    [[], [4]],
    [[], []],
  ])
})

test('a cause that ends before it is told is never told', () => {
  expect(follow([finding(1), null, finding(2)], 1)).toEqual([
    [[], []],
    [[], []],
    [[], []],
  ])
})

test('a cause lasts while looks cannot judge it', () => {
  expect(follow([finding(1), undefined, undefined, null], 1)).toEqual([
    [[], []],
    [[1], []],
    [[], []],
    [[], [1]],
  ])
})

test('a cause that comes again begins again', () => {
  expect(follow([finding(1), null, finding(3)], 0)).toEqual([
    [[1], []],
    [[], [1]],
    [[3], []],
  ])
})
