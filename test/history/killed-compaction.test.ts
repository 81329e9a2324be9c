import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { compactHistory } from '../../src/use-cases/compact-history.ts'
import { day, openCompacted, reportPath } from './compacted-site.ts'

const project = join(import.meta.dirname, '../..')
const node = join(project, 'node_modules/.bin/node')
const script = join(import.meta.dirname, 'hang-in-compaction.ts')

test.each([1, 3])(
  'a compaction that is killed in part %d leaves all states from the horizon on, and goes on',
  async (part) => {
    const site = await openCompacted()
    await site.restate(6)
    const answers = await site.answersAsOf()
    await site.close()
    const horizon = ['5', String(Date.parse(site.instants[4]!))]
    const child = spawn(node, [script, site.root, ...horizon, String(part)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = once(child, 'close')
    await Promise.race([once(child.stdout, 'data'), ended])
    child.kill('SIGKILL')
    expect((await ended)[1]).toBe('SIGKILL')

    await site.open()
    expect(await site.answersAsOf(4)).toEqual(answers.slice(4))
    expect(await site.get(reportPath, { as_of: site.instants[3]! })).toMatchObject({ status: 410 })
    const left = 4 - (part - 1)
    const view = await site.call(compactHistory, { before: day(5) })
    expect(view).toMatchObject({ horizon_entry: 5, slices: left, rows: 2 * left })
    expect(await site.answersAsOf(4)).toEqual(answers.slice(4))
  },
)
