import { expect } from 'vitest'
import { UnusableStoreError } from '../../src/values/unusable-store-error.ts'

/** Expects that stores are not opened. @returns the one line that says why */
export async function refusalOf(opening: Promise<unknown>): Promise<string> {
  const error = await opening.then(
    () => expect.fail('opened'),
    (thrown: Error) => thrown,
  )
  expect(error).toBeInstanceOf(UnusableStoreError)
  expect(error.message).not.toContain('\n')
  return error.message
}
