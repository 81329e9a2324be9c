import { connect, createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { DataType, load, open } from 'ffi-rs'

const [configFile, tcpPort, peersPort] = process.argv.slice(2)

// The parent process holds the other end, which closes however that process ends.
process.stdin.resume()
process.stdin.once('close', () => process.kill(process.pid, 'SIGKILL'))

// A server survives the killing of a peer whose connection waits, but this library aborts
// (KillingErrorHandler of clickhouse-local). Peers therefore connect here, and the library always
// sees an orderly end of the connection.
createServer({ noDelay: true }, (peer) => {
  const library = connect({ port: Number(tcpPort), host: '127.0.0.1', noDelay: true })
  peer.pipe(library).pipe(peer)
  peer.on('error', () => library.resume().end())
  library.on('error', () => peer.destroy())
}).listen(Number(peersPort), '127.0.0.1')

open({
  library: 'clickhouse',
  path: fileURLToPath(import.meta.resolve('@chdb/lib-linux-x64-gnu/libchdb.so')),
})

const queries = [
  'SYSTEM START LISTEN TCP',
  // Last, because a server that answers HTTP counts as started.
  'SYSTEM START LISTEN HTTP',
  // The library serves while it runs a query; this one takes a month.
  'SELECT sleepEachRow(3) FROM numbers(1000000) FORMAT Null SETTINGS max_block_size = 1',
]
const args = ['clickhouse', '--config-file', configFile, '--query', queries.join('; ')]

const result = await load({
  library: 'clickhouse',
  funcName: 'chdb_query_cmdline',
  paramsType: [DataType.I32, DataType.StringArray],
  paramsValue: [args.length, args],
  retType: DataType.External,
  // The JavaScript thread stays free to notice the end of the parent.
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
