// Loaded before adtally by --import: writes the modules that are loaded later to modules.txt.
import { writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

const loaded: string[] = []
registerHooks({
  load: (url, context, next) => {
    loaded.push(url)
    return next(url, context)
  },
})
process.on('exit', () => writeFileSync('modules.txt', loaded.join('\n')))
