import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'

// Compiling modules takes half of the time of a short command. In the folder of temporary files, other users of the
// machine could leave code that this process would run.
const caches = process.env.XDG_CACHE_HOME || (process.env.HOME && join(process.env.HOME, '.cache'))
if (caches) enableCompileCache(join(caches, 'adtally'))

// The engine runs each query on a thread of Node's pool; with the usual four, four heavy queries
// would stall every light one. The pool reads this once, at the first asynchronous work.
process.env.UV_THREADPOOL_SIZE ??= '12'

// With a small heap beside a large young generation, V8 begins a full collection as soon as the
// last one has ended. Collecting later takes a third off the processor time of long answers.
setFlagsFromString('--incremental-marking-hard-trigger=80')

// V8 before 14.8 begins a full collection after each 64 MB of buffers, such as those of ten long answers, although
// most are already unused, and a collection of young objects frees them. Later ones do not, and have no such flag.
const [major = 0, minor = 0] = process.versions.v8.split('.').map(Number)
if (major < 14 || (major === 14 && minor < 8)) {
  setFlagsFromString('--external-memory-accounted-in-global-limit')
}
