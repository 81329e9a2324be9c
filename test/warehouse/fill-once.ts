// Fills the destinations of a data directory in one turn: tests kill this process. Prints a line before it begins.
import { openInstallation } from '../../src/compose/installation.ts'
import { dataDirectory } from '../../src/config/data-directory.ts'

const [root, folder] = process.argv.slice(2) as [string, string]
const directory = { ...dataDirectory(root), warehouses: { folder, allowPrivate: true } }
const installation = await openInstallation(directory, { use: 'command' })
const shipper = installation.destinationShipper((message) => {
  throw new Error(message)
})
console.log('begins')
await shipper.turn(new AbortController().signal)
await shipper.idle()
await installation.close()
