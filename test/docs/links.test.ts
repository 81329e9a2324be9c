import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const pages = [
  ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'],
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
]

const withoutCode = (text: string) => text.replace(/^( *)```[\s\S]*?^\1```$/gm, '')

/** The anchors of a page's headings, as GitHub makes them. */
const anchorsOf = (page: string): ReadonlySet<string> => {
  const headings = withoutCode(readFileSync(page, 'utf8')).matchAll(/^#+ (.*)$/gm)
  const texts = [...headings].map(([, text]) => text!.replace(/\[(.*?)\]\(.*?\)/g, '$1'))
  return new Set(
    texts.map((text) =>
      text
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  )
}

test.each(pages)('the links of %s lead to pages and headings that exist', (page) => {
  const text = withoutCode(readFileSync(join(root, page), 'utf8'))
  const broken = [...text.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link]) => {
    if (/^https?:/.test(link!)) return []
    const [path, anchor] = link!.split('#') as [string, string?]
    const target = path === '' ? join(root, page) : join(root, dirname(page), path)
    if (!existsSync(target)) return [link]
    const isKnown = anchor === undefined || anchorsOf(target).has(anchor)
    return isKnown ? [] : [link]
  })
  expect(broken).toEqual([])
})

test('every page is in the index', () => {
  const index = readFileSync(join(root, 'docs/README.md'), 'utf8')
  const linked = new Set([...index.matchAll(/\]\(([\w./-]+)/g)].map(([, path]) => path))
  const all = pages.filter((page) => page.startsWith('docs/') && !page.includes('decisions/'))
  const missing = all.map((page) => relative('docs', page)).filter((page) => !linked.has(page))
  expect(missing.filter((page) => page !== 'README.md')).toEqual([])
})
