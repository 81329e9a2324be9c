import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { pullingProcess } from './pulling-process.ts'

const { owner, hasEnded } = pullingProcess(false)
const [machine] = owner.split(' ')

test('the process itself has not ended, whichever piece of work has the lease', () => {
  expect(hasEnded(`${owner} some-work`)).toBe(false)
  expect(pullingProcess(true).hasEnded(`${owner} some-work`), 'it is another one').toBe(true)
})

test('a process of this machine has ended once it is killed', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  const other = `${machine} ${child.pid} id work`
  expect(hasEnded(other)).toBe(false)
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(hasEnded(other)).toBe(true)
})

test('of another machine, and of an earlier release, nobody knows unless there is only one process', () => {
  for (const other of ['another 999999 id work', 'e5b5 work', '']) {
    expect(hasEnded(other)).toBe(false)
    expect(pullingProcess(true).hasEnded(other)).toBe(true)
  }
})
