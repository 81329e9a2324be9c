import { noServers } from '../../src/config/servers.ts'
import { importFigures } from '../../src/use-cases/import-figures.ts'
import { openMessages } from './open-messages.ts'

// Imports a file and ends at once, or delivers what is due until it is killed.

const [of, root, base, clockMs, path] = process.argv.slice(2) as [
  ...['import' | 'delivery', string, string, string, string],
]
const installation = await openMessages(root, noServers, base, () => Number(clockMs))
if (of === 'import') {
  await installation.call(importFigures, {}, { files: [{ name: 'killed.csv', path }] })
  process.kill(process.pid, 'SIGKILL')
}
await installation.sendMessages(new AbortController().signal)
