import { expect, test } from 'vitest'
import { oldestNode, refusalOfNode } from './oldest-node.ts'

test.each(['18.20.4', '20.20.2', '23.11.0', '24.0.0', '24.6.0'])(
  'Node %s is refused',
  (version) => {
    expect(refusalOfNode(version)).toMatch(
      `this is Node ${version}, and Adtally needs ${oldestNode}`,
    )
  },
)

test.each(['24.7.0', '24.21.0', '25.0.0', '100.1.0'])('Node %s is not', (version) => {
  expect(refusalOfNode(version)).toBeNull()
})
