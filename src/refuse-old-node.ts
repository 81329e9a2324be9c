import { refusalOfNode } from './cli/oldest-node.ts'

// Other modules use what an old Node does not know.
const refusal = refusalOfNode(process.versions.node)
if (refusal !== null) {
  process.stderr.write(`adtally: ${refusal}\n`)
  process.exit(1)
}
