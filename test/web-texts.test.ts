import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../web/src')

/** Attributes and properties whose values are never shown. */
const technical =
  /^(className|style|key|id|to|href|type|name|role|slot|placement|data-(?!title).*|queryKey|[a-z]*[dD]ash.*)$/
/** Elements with text for machines. */
const machineText = ['code', 'kbd', 'pre']
/** Names that are the same in every language, and keys of a keyboard. */
const names =
  /^(Adtally|iOS|Bearer|Ctrl|Shift|Enter|Escape|Home|End|Arrow\w+|Page(Up|Down)|ApiError)\b/

/** Names of networks are the same in every language. */
const withNames = ['figures/names.ts']

test.each(sources())('%s has its texts in the catalogue, and reads them when rendering', (path) => {
  expect(problemsIn(path, readFileSync(join(root, path), 'utf8'))).toEqual([])
})

test('every area of texts is in the catalogue, which other languages have to supply', () => {
  const catalogue = readFileSync(join(root, 'texts/catalogue.ts'), 'utf8')
  const listed = [...catalogue.matchAll(/readonly (\w+): typeof \1Texts/g)].map(([, area]) => area)
  const areas = readdirSync(join(root, 'texts/en')).map((file) => {
    const [, area] =
      /= texts\('(\w+)'/.exec(readFileSync(join(root, 'texts/en', file), 'utf8')) ?? []
    return area
  })
  expect(listed).toEqual(areas.sort())
})

test.each([
  ['text of an element', 'export const A = () => <p>Nothing found</p>'],
  ['text beside a value', 'export const A = ({ b }) => <p>{b} rows</p>'],
  ['an attribute', 'export const A = () => <nav aria-label="pages" />'],
  ['an attribute with a value', 'export const A = ({ b }) => <nav title={`all $' + '{b}`} />'],
  ['a choice', `export const A = ({ b }) => <p>{b ? 'None' : '–'}</p>`],
  ['an error', `export const a = () => new Error('It failed')`],
  ['a text with a value', 'export const a = (b: string) => `Row $' + '{b} of all`'],
  ['a text that is a key', `export const a = (b) => ({ 'Last day': b })`],
  ['a text that is read too early', 'const a = exampleTexts.title'],
  ['texts that are read too early', 'const a = b.map((c) => exampleTexts.titles[c])'],
])('%s is found', (_what, code) => {
  expect(problemsIn('a.tsx', code)).toHaveLength(1)
})

test.each([
  'export const A = () => <p className="Card wide">– 100 %&nbsp;{exampleTexts.title}</p>',
  'export const A = () => <code>adtally serve</code>',
  `export const a = (b: string) => b === 'Home' && /^Page x/.test(b)`,
  'const a = () => exampleTexts.title',
])('%s is no problem', (code) => {
  expect(problemsIn('a.tsx', code)).toEqual([])
})

function sources(): string[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter(
      (path) =>
        /\.tsx?$/.test(path) && !/\.test\.|^texts\//.test(path) && !withNames.includes(path),
    )
    .sort()
}

function problemsIn(path: string, code: string): string[] {
  const file = ts.createSourceFile(path, code, ts.ScriptTarget.Latest, true)
  const found: string[] = []
  const report = (node: ts.Node) => {
    const { line } = file.getLineAndCharacterOfPosition(node.getStart())
    found.push(`line ${line + 1}: ${node.getText().trim()}`)
  }
  const visit = (node: ts.Node): void => {
    if (isLiteral(node) || (isCatalogue(node) && !isInFunction(node))) report(node)
    else ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

const isCatalogue = (node: ts.Node): boolean =>
  ts.isPropertyAccessExpression(node) &&
  /^\w+Texts$/.test(node.expression.getText()) &&
  !ts.isTypeQueryNode(node.parent)

function isInFunction(node: ts.Node): boolean {
  return (
    ts.findAncestor(node, (one) => ts.isFunctionLike(one) && !isCalledAtOnce(one)) !== undefined
  )
}

const isCalledAtOnce = (callback: ts.Node): boolean =>
  ts.isCallExpression(callback.parent) &&
  /\.(map|flatMap|filter|reduce)$/.test(callback.parent.expression.getText())

function isLiteral(node: ts.Node): boolean {
  if (ts.isJsxText(node)) return isText(node.text.replaceAll(/&\w+;/g, '')) && !isForMachines(node)
  if (!ts.isStringLiteralLike(node) && !ts.isTemplateExpression(node)) return false
  if (ts.isTypeNode(node.parent) || isTechnical(node)) return false
  const text = textOf(node)
  const place = ts.findAncestor(node, (one) => ts.isJsxAttribute(one) || ts.isCallExpression(one))
  const shown = place && ts.isJsxAttribute(place) ? place.name.getText() : ''
  return /^(title|alt|label|placeholder|aria-\w*(label|description)|data-title)$/.test(shown)
    ? isText(text)
    : /^\s*[A-Z][a-z]+( |$|[.:,…])/.test(text) && !names.test(text)
}

/** The words of a literal, and a sign for each value in it. */
const textOf = (node: ts.StringLiteralLike | ts.TemplateExpression): string =>
  ts.isTemplateExpression(node)
    ? [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('·')
    : node.text

const isText = (text: string): boolean => /\p{L}{2}/u.test(text) && !names.test(text.trim())

const isForMachines = (node: ts.Node): boolean =>
  ts.isJsxElement(node.parent) && machineText.includes(node.parent.openingElement.tagName.getText())

function isTechnical(node: ts.Node): boolean {
  const { parent } = node
  if (ts.isJsxExpression(parent) || ts.isConditionalExpression(parent)) return isTechnical(parent)
  if (ts.isJsxAttribute(parent) || ts.isPropertyAssignment(parent)) {
    return parent.name !== node && technical.test(parent.name.getText())
  }
  return (
    ts.isImportDeclaration(parent) ||
    ts.isElementAccessExpression(parent) ||
    ts.isCaseClause(parent) ||
    (ts.isBinaryExpression(parent) &&
      parent.operatorToken.kind !== ts.SyntaxKind.QuestionQuestionToken)
  )
}
