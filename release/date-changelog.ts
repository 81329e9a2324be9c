import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Gives the unreleased part of the changelog its version and date. `npm version` runs this after it wrote
 * the version.
 *
 *     node release/date-changelog.ts [FILE]     FILE is CHANGELOG.md when absent
 */
const path = process.argv[2] ?? join(import.meta.dirname, '../CHANGELOG.md')
const version = process.env.npm_package_version ?? ''
const changelog = readFileSync(path, 'utf8')

const [heading, planned] = /^## (\S+), unreleased$/m.exec(changelog) ?? []
if (heading === undefined || planned === undefined) {
  refuse('has no part "## VERSION, unreleased", so nothing is to be released')
}
if (version !== planned && !version.startsWith(`${planned}.`)) {
  refuse(`prepares ${planned}, and the release is ${version || 'unknown: run npm version'}`)
}
const [entries = ''] = changelog.slice(changelog.indexOf(heading) + heading.length).split('\n## ')
if (!/^- /m.test(entries)) refuse(`has no entries for ${planned}`)
const day = new Date().toISOString().slice(0, 10)
writeFileSync(path, changelog.replace(heading, `## ${version}, ${day}`))

function refuse(why: string): never {
  process.stderr.write(`${path} ${why}.\n`)
  process.exit(1)
}
