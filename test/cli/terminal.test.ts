import { expect, test } from 'vitest'
import { adtally } from './run-adtally.ts'
import { newStudio } from './studio.ts'

const clearsLine = '\u001b[2K'

test('progress is drawn as a bar on a terminal, and cleared at the end', async () => {
  const { options } = await newStudio()
  const args = ['import', 'stats', 'stats.csv']
  const { code, stdout, stderr } = await adtally(args, { ...options, terminal: true })
  expect(code).toBe(0)
  expect(stdout).toContain('2 rows')
  expect(stderr).toMatch(/[░█]{40} writing: [\d,]+ rows, [\d,]+ rows\/s/)
  expect(stderr.endsWith(clearsLine)).toBe(true)
})

test('Ctrl-C at the password prompt cancels with one clear line', async () => {
  const { options } = await newStudio()
  const ctrlC = '\u0003'
  const args = ['accounts', 'set-password', 'studio']
  const outcome = await adtally(args, { ...options, terminal: true, input: ctrlC })
  expect(outcome).toMatchObject({ code: 1, stderr: 'adtally: cancelled; nothing was changed\n' })
})
