import { readdirSync, readFileSync } from 'node:fs'

/** Linux counts in ticks of this length. */
const tickMs = 10

/** Processor time of a process and of all that it started, in milliseconds. Needs /proc. */
export function processorMsOf(pid: number): number {
  const seen = readAll()
  const parents = new Set([pid])
  let size = 0
  while (size < parents.size) {
    size = parents.size
    for (const { own, parent } of seen) if (parents.has(parent)) parents.add(own)
  }
  return seen.reduce((sum, { own, ms }) => sum + (parents.has(own) ? ms : 0), 0)
}

function readAll() {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const fields = fieldsOf(name)
      if (!fields) return []
      // state ppid … utime stime cutime cstime, the times of ended children too
      const times = fields.slice(11, 15).map(Number)
      const ms = times.reduce((sum, ticks) => sum + ticks, 0) * tickMs
      return [{ own: Number(name), parent: Number(fields[1]), ms }]
    })
}

/** The fields after the program's name, which may contain spaces; null when the process has ended. */
function fieldsOf(pid: string): string[] | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return null
  }
}

/** The process that this one started with a command line that contains the text. */
export function childWith(text: string): number {
  const found = readAll().find(({ own, parent }) => {
    if (parent !== process.pid) return false
    return readFileSync(`/proc/${own}/cmdline`, 'utf8').includes(text)
  })
  if (!found) throw new Error(`No child process has "${text}" in its command line.`)
  return found.own
}

/** Processor time of the threads of a process, in milliseconds. More exact than that of a process, which is in ticks. */
export function threadsMsOf(pid: number): number {
  const threads = `/proc/${pid}/task`
  const ns = readdirSync(threads).map((thread) => {
    try {
      return Number(readFileSync(`${threads}/${thread}/schedstat`, 'utf8').split(' ', 1)[0])
    } catch {
      // It ended meanwhile.
      return 0
    }
  })
  return ns.reduce((sum, each) => sum + each, 0) / 1e6
}
