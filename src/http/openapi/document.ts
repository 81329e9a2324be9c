import type { TSchema } from 'typebox'
import packageJson from '../../../package.json' with { type: 'json' }
import type { Need } from '../plugins/needs.ts'
import { componentsOf } from './components.ts'
import { type AnswerDescription, type Content, type RouteDescription, tags } from './description.ts'
import { codeSamples, examples } from './examples.ts'
import { toParameters } from './parameters.ts'
import { problemResponses, problemsOfAll, problemsOfKeys } from './problem-schema.ts'

/** A route that has a description. */
export interface DescribedRoute {
  readonly method: string
  /** As Fastify has it: `/games/:id`. */
  readonly url: string
  readonly needs: Need
  readonly answersAnyone: boolean
  readonly schema: {
    readonly querystring?: unknown
    readonly params?: unknown
    readonly body?: unknown
  }
  readonly openapi: RouteDescription
}

/** The public URLs, without a trailing slash. */
export interface PublicUrls {
  readonly baseUrl: string
  /** Of the public network. */
  readonly networkUrl: string
}

const description = `Revenue, impressions and clicks of mobile ads, by day, app, network, ad format and country.

Send the API key as \`Authorization: Bearer KEY\`. Days are calendar days, and each network's own clock divides them.
Errors are problem bodies (RFC 9457) with a stable \`code\`.`

/** The OpenAPI 3.1 document of the public interfaces. */
export function openApiDocument(routes: readonly DescribedRoute[], urls: PublicUrls): object {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const route of routes) {
    const path = route.url.replace(/:(\w+)/g, '{$1}')
    const isOfNetwork = route.openapi.tag === 'Public network' && urls.networkUrl !== urls.baseUrl
    paths[path] ??= isOfNetwork ? { servers: [{ url: urls.networkUrl }] } : {}
    paths[path][route.method.toLowerCase()] = operationOf(
      route,
      path,
      isOfNetwork ? urls.networkUrl : urls.baseUrl,
    )
  }
  const { document, schemas } = componentsOf(paths)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Adtally',
      version: packageJson.version,
      description,
      license: { name: 'Apache 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: urls.baseUrl }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths: document,
    components: {
      schemas,
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'The API key.' },
        key: { type: 'apiKey', in: 'query', name: 'key', description: 'The API key, in the URL.' },
      },
    },
  }
}

function operationOf(route: DescribedRoute, path: string, serverUrl: string): object {
  const { openapi, needs, schema } = route
  const { operationId, tag, summary, query = schema.querystring } = openapi
  const json = schema.body as TSchema | undefined
  const { body = json && { 'application/json': json } } = openapi
  const hasKey = needs !== 'nothing' && needs !== 'link'
  const takesKey = 'key' in ((query as { properties?: object } | undefined)?.properties ?? {})
  const security = [{ bearer: [] }, ...(takesKey ? [{ key: [] }] : [])]
  const parameters = [
    ...toParameters('path', openapi.path ?? schema.params ?? pathSchema(path)),
    ...toParameters('query', query),
    ...toParameters('header', openapi.headers),
  ]
  const example = examples[operationId]
  const codes = [...problemsOfAll, ...(hasKey ? problemsOfKeys : []), ...(openapi.problems ?? [])]
  return {
    operationId,
    tags: [tag],
    summary,
    ...(openapi.description && { description: openapi.description }),
    security: hasKey ? [...security, ...(route.answersAnyone ? [{}] : [])] : [],
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: true, content: toContent(body) } }),
    ...(example && { 'x-codeSamples': codeSamples(example, serverUrl, hasKey) }),
    responses: {
      ...Object.fromEntries(
        Object.entries(openapi.responses).map(([status, answer]) => [
          status,
          toResponse(answer, status === '200' ? example?.answer : undefined),
        ]),
      ),
      ...problemResponses(codes),
    },
  }
}

/** Of paths without a schema. */
const pathSchema = (path: string) => ({
  properties: Object.fromEntries(
    [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, { type: 'string' }]),
  ),
})

const toResponse = (
  { description, content, headers = {} }: AnswerDescription,
  example: unknown,
): object => ({
  description,
  ...(Object.keys(headers).length > 0 && {
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, description]) => [
        name,
        { description, schema: { type: 'string' } },
      ]),
    ),
  }),
  ...(content && { content: toContent(content, example) }),
})

const toContent = (content: Content, example?: unknown) =>
  Object.fromEntries(
    Object.entries(content).map(([type, schema]: [string, TSchema]) => [
      type,
      { schema, ...(type === 'application/json' && example !== undefined && { example }) },
    ]),
  )
