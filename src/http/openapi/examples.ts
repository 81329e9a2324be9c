import recorded from './examples.json' with { type: 'json' }

/** An answer of the demo or of a test's account, and the request for it. */
export interface Example {
  /** Path and query. */
  readonly request: string
  readonly answer: unknown
}

/** By operation. Recorded by test/api/openapi/examples.test.ts. */
export const examples: Readonly<Partial<Record<string, Example>>> = recorded

/** The same request in the languages that most clients are written in. */
export const codeSamples = ({ request }: Example, baseUrl: string, hasKey: boolean) => {
  const url = `${baseUrl}${request}`
  const key = 'Bearer KEY'
  return [
    {
      lang: 'Shell',
      label: 'curl',
      source: `curl ${hasKey ? `-H 'Authorization: ${key}' ` : ''}'${url}'`,
    },
    {
      lang: 'Python',
      label: 'Python',
      source: `import requests

answer = requests.get(
    "${url}",${hasKey ? `\n    headers={"Authorization": "${key}"},` : ''}
    timeout=60,
)
answer.raise_for_status()
print(answer.json())`,
    },
    {
      lang: 'TypeScript',
      label: 'TypeScript',
      source: `const answer = await fetch('${url}'${hasKey ? `, {\n  headers: { authorization: '${key}' },\n}` : ''})
if (!answer.ok) throw new Error((await answer.json()).detail)
console.log(await answer.json())`,
    },
  ]
}
