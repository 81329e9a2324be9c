import '../../fixtures/keep-compiled.ts'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { openInstallation } from '../../../src/compose/installation.ts'
import type { DataDirectory } from '../../../src/config/data-directory.ts'
import { listConnections } from '../../../src/use-cases/connections/list-connections.ts'
import { type FastClock, fastTime } from './fast-time.ts'

// Pulls what is due until nothing is, by a clock that goes fast.
const given = JSON.parse(process.argv[2]!) as DataDirectory
// Of this process, as the installation's own command would name it.
const directory = { ...given, work: join(given.root, `work-${process.pid}`) }
const time = fastTime(JSON.parse(process.argv[3]!) as FastClock)
const installation = await openInstallation(directory, {
  use: 'serve',
  now: () => new Date(time.nowMs()),
  networkTime: time,
  warn: (message) => process.stderr.write(`${message}\n`),
})
process.stdout.write('pulling\n')
for (;;) {
  await installation.puller.pullDue(new AbortController().signal)
  const connections = await installation.call(listConnections, {})
  if (connections.every(({ days }) => days.done > 0 && days.due + days.failed === 0)) break
  await delay(50)
}
process.stdout.write('pulled\n')
await installation.close()
