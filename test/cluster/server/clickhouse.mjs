import { connect, createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { DataType, load, open } from 'ffi-rs'

const [configFile, host, tcpPort, peersPort] = process.argv.slice(2)

// Whoever started this holds the other end, which closes however that process ends.
process.stdin.resume()
process.stdin.once('close', () => process.kill(process.pid, 'SIGKILL'))

// The library aborts when a peer is killed whose connection waits, where a server goes on
// (KillingErrorHandler of clickhouse-local): peers come in here, and whatever befalls them, the
// library sees an orderly end.
createServer({ noDelay: true }, (peer) => {
  const library = connect({ port: Number(tcpPort), host, noDelay: true })
  peer.pipe(library).pipe(peer)
  peer.on('error', () => library.resume().end())
  library.on('error', () => peer.destroy())
}).listen(Number(peersPort), host)

open({
  library: 'clickhouse',
  path: fileURLToPath(import.meta.resolve('@chdb/lib-linux-x64-gnu/libchdb.so')),
})

const queries = [
  'SYSTEM START LISTEN TCP',
  // The last, as who answers it is taken to have started.
  'SYSTEM START LISTEN HTTP',
  // The library serves for as long as it runs a query: this one takes a month.
  'SELECT sleepEachRow(3) FROM numbers(1000000) FORMAT Null SETTINGS max_block_size = 1',
]
const args = ['clickhouse', '--config-file', configFile, '--query', queries.join('; ')]

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
