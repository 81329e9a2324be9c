import { expect, test } from 'vitest'
import { isPlatform, platforms } from './platform.ts'

test('iOS, Android and Amazon are the platforms', () => {
  expect(platforms).toEqual(['ios', 'android', 'amazon'])
  expect(platforms.every(isPlatform)).toBe(true)
})

test.each(['iOS', 'windows', '', 'ios '])('%j is none', (text) => {
  expect(isPlatform(text)).toBe(false)
})
