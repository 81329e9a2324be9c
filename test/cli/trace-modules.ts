// Loaded before adtally by --import: ends stderr with a line for each module that was loaded.
import { registerHooks } from 'node:module'

const loaded: string[] = []
registerHooks({
  load: (url, context, next) => {
    loaded.push(url)
    return next(url, context)
  },
})
process.on('exit', () => {
  for (const url of loaded) process.stderr.write(`loaded ${url}\n`)
})
