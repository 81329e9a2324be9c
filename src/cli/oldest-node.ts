/** The first release of Node with argon2. */
export const oldestNode = '24.7.0'

/** Why Adtally does not run on a release of Node; null when it does. @param version `24.21.0` */
export function refusalOfNode(version: string): string | null {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [oldestMajor = 0, oldestMinor = 0] = oldestNode.split('.').map(Number)
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return null
  return `this is Node ${version}, and Adtally needs ${oldestNode} or later; install it from https://nodejs.org`
}
