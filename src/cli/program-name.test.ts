import { afterEach, expect, test } from 'vitest'
import { pasteable, setProgramName } from './program-name.ts'

const names = ['imports', 'serve']

afterEach(() => setProgramName({ env: {}, cwd: '/' }, names))

test.each([
  [{}, 'adtally imports undo 3'],
  [
    { npm_command: 'run-script', npm_lifecycle_event: 'adtally' },
    'npm run -s adtally -- imports undo 3',
  ],
  [{ npm_command: 'start', npm_lifecycle_event: 'start' }, 'npm run -s adtally -- imports undo 3'],
  [{ npm_command: 'exec', npm_lifecycle_event: 'npx' }, 'npx adtally imports undo 3'],
  [{ npm_command: 'test', npm_lifecycle_event: 'test' }, 'adtally imports undo 3'],
])('commands can be pasted as a process with %j was started', (env, command) => {
  setProgramName({ env, cwd: '/' }, names)
  expect(pasteable('To undo it: adtally imports undo 3')).toBe(`To undo it: ${command}`)
  expect(pasteable('Upgrading adtally to 0.3')).toBe('Upgrading adtally to 0.3')
})
