import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { settingGroups } from '../../src/config/catalogue.ts'
import type { Setting } from '../../src/config/setting.ts'

const docs = join(import.meta.dirname, '../../docs')
const page = readFileSync(join(docs, 'settings.md'), 'utf8')

const head = `| setting | flag | variable | default | what it sets |
| ------- | ---- | -------- | ------- | ------------ |
`

const code = (text: string) => (/[`]|^none$| /.test(text) ? text : `\`${text}\``)

function row({ name, argument, variable, defaultText, about, kind, isSecret }: Setting): string {
  const flag = argument === null ? '' : `\`--${name}\``
  const isPlain = ['a text', 'a path'].includes(kind.accepts)
  const more = [isPlain ? '' : `; ${kind.accepts}`, isSecret ? '; secret' : '']
  const cells = [`\`${name}\``, flag, `\`${variable}\``, code(defaultText), about + more.join('')]
  return `| ${cells.join(' | ')} |\n`.replaceAll('|  |', '| |')
}

test('the page of settings has a table of every group, with every setting', async () => {
  const [, tables = ''] = /## All settings\n([\s\S]*?)\n## /.exec(page) ?? []
  const headings = [...tables.matchAll(/^### (.*)$/gm)].map(([, heading]) => heading)
  expect(headings).toEqual(Object.keys(settingGroups))
  let written = page
  for (const [heading, settings] of Object.entries(settingGroups)) {
    const table = head + settings.map(row).join('')
    const section = new RegExp(`(### ${heading}\\n\\n)(?:\\|.*\\n)*`)
    written = written.replace(section, (_, begin: string) => begin + table)
  }
  await expect(written).toMatchFileSnapshot(join(docs, 'settings.md'))
})
