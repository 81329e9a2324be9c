import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectFolder } from '../../project-folder.ts'
import { type Html, html } from '../../values/html.ts'
import { type ProblemCode, problems } from '../answer/problems.ts'

/** The table of errors. The package contains it too. */
const errorsPage = join(projectFolder, 'docs/api/errors.md')

/** When each error is sent, from the documentation. */
export function readProblemTexts(): ReadonlyMap<string, string> {
  const rows = readFileSync(errorsPage, 'utf8').matchAll(
    /^\| (`[a-z_`, ]+?) *\| *\d{3} *\| (.*) \|$/gm,
  )
  return new Map(
    [...rows].flatMap(([, codes, text]) =>
      codes!.split(', ').map((code) => [code.replaceAll('`', ''), plainText(text!)] as const),
    ),
  )
}

/** Without the marks of Markdown. */
const plainText = (markdown: string): string =>
  markdown
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll('`', '')
    .trim()

/** The page that the `type` of a problem body opens. */
export function problemPage(code: ProblemCode, text: string): Html {
  const { title, status } = problems[code]
  return html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Adtally API</title>
<link rel="icon" href="data:,">
<h1>${title}</h1>
<p><code>${code}</code>, HTTP status ${String(status)}</p>
<p>${text}</p>
<p>The answer's <code>detail</code> tells what is wrong with the request. <a href="/docs">All addresses and parameters</a></p>
</html>
`
}
