import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { openDemoSite } from '../../fixtures/demo-site.ts'

interface Parameter {
  readonly name: string
  readonly schema: object
  readonly example?: unknown
}

interface Operation {
  readonly operationId: string
  readonly parameters?: readonly Parameter[]
}

test('every parameter has an example that its schema accepts', async () => {
  const demo = await openDemoSite()
  const { paths } = (await demo.ask('/openapi.json')).json() as {
    paths: Record<string, Record<string, Operation>>
  }
  await demo.close()
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  const wrong = Object.values(paths)
    .flatMap((path) => Object.values(path))
    .flatMap(({ operationId, parameters = [] }) =>
      parameters
        .filter(({ schema, example }) => example === undefined || !ajv.validate(schema, example))
        .map(({ name, example }) => `${operationId} ${name}: ${JSON.stringify(example)}`),
    )
  expect(wrong).toEqual([])
})

test('rows of data are typed, and other formats are text', async () => {
  const demo = await openDemoSite()
  const { paths, components } = (await demo.ask('/openapi.json')).json()
  await demo.close()
  const { content } = paths['/api/v2/publisher/report'].get.responses[200]
  const { 'application/json': json, ...others } = content
  expect(json.schema).toEqual({ $ref: '#/components/schemas/Report' })
  expect(components.schemas.Report.properties.data.items).toEqual({
    $ref: '#/components/schemas/ReportRow',
  })
  for (const [type, { schema }] of Object.entries<{ schema: object }>(others)) {
    expect(schema).toEqual({ type: 'string', contentMediaType: type })
  }
  const changed = paths['/api/v2/publisher/report/changed'].get.responses[200].content
  expect(changed['application/x-ndjson'].schema.contentSchema).toEqual({
    $ref: '#/components/schemas/ChangedLine',
  })
})

test('the type of a problem opens a page about it', async () => {
  const demo = await openDemoSite()
  const { type, title } = (await demo.ask('/api/v2/publisher/report')).json()
  const page = await demo.ask(type)
  const unknown = await demo.ask('/docs/problems/constructor')
  await demo.close()
  expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  expect(page.body).toContain(`<h1>${title}</h1>`)
  expect(unknown.statusCode).toBe(404)
})
