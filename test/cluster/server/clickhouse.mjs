import { fileURLToPath } from 'node:url'
import { DataType, load, open } from 'ffi-rs'

// Whoever started this holds the other end, which closes however that process ends.
process.stdin.resume()
process.stdin.once('close', () => process.kill(process.pid, 'SIGKILL'))

open({
  library: 'clickhouse',
  path: fileURLToPath(import.meta.resolve('@chdb/lib-linux-x64-gnu/libchdb.so')),
})

const queries = [
  'SYSTEM START LISTEN HTTP',
  'SYSTEM START LISTEN TCP',
  // The library serves for as long as it runs a query: this one takes a month.
  'SELECT sleepEachRow(3) FROM numbers(1000000) FORMAT Null SETTINGS max_block_size = 1',
]
const args = ['clickhouse', '--config-file', process.argv[2], '--query', queries.join('; ')]

const result = await load({
  library: 'clickhouse',
  funcName: 'chdb_query_cmdline',
  paramsType: [DataType.I32, DataType.StringArray],
  paramsValue: [args.length, args],
  retType: DataType.External,
  // The thread of JavaScript stays free to see its parent end.
  runInNewThread: true,
})
const reason = load({
  library: 'clickhouse',
  funcName: 'chdb_result_error',
  paramsType: [DataType.External],
  paramsValue: [result],
  retType: DataType.String,
})
process.stderr.write(`${reason}\n`)
// The library does not survive an orderly exit.
process.kill(process.pid, 'SIGKILL')
