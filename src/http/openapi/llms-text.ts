import type { PublicUrls } from './document.ts'

/** `/llms.txt`: the interfaces in a few lines, for programs that read. */
export const llmsText = ({ baseUrl, networkUrl }: PublicUrls): string => `# Adtally

> Self-hosted reporting server for mobile ad revenue: revenue, impressions and clicks by day, app, network,
> ad format and country. Send the API key as \`Authorization: Bearer KEY\`; other addresses of V2 than
> the report and money also need \`developer=USERNAME\`.

- [OpenAPI 3.1](${baseUrl}/openapi.json): every address, parameter, answer and error
- [API reference](${baseUrl}/docs): the same for people

## Interfaces

- Any figures in one request: ${baseUrl}/api/v2/publisher/report. Needs start_date and end_date, or days such as last_28 or previous_month; dimensions, metrics, filters, order_by and having (such as revenue:gte:100) are lists; format is json, csv, ndjson, arrow or parquet. An example: ?start_date=2026-03-01&end_date=2026-03-31&dimensions=month,country&metrics=revenue,impressions&order_by=revenue:desc
- The same for agents, over the Model Context Protocol: ${baseUrl}/mcp
- Its dimensions, metrics and filter values: ${baseUrl}/api/v2/publisher/report/schema
- A copy of all figures that is kept up to date: ${baseUrl}/api/v2/publisher/report/changed
- Figures of apps, daily or in total: ${baseUrl}/api/v2/publisher/applications/stats. Needs start_date and end_date; filters are app_id, network and geo; group_by is network, format or country
- Apps: ${baseUrl}/api/v2/publisher/applications
- What changed since a cursor: ${baseUrl}/api/v2/publisher/changes
- How final each day is: ${baseUrl}/api/v2/publisher/freshness
- Imports: ${baseUrl}/api/v2/publisher/imports
- What networks owe and paid, with the permission finance: ${baseUrl}/api/v2/publisher/money
- Earlier interface, daily JSON and CSV: ${baseUrl}/api/publisher
- Games, users and activity, without a key: ${networkUrl}/api/v1/

## Rules

- Days are YYYY-MM-DD, both ends included. Amounts are in the account's currency; \`revenue_in_cents\` is in hundredths of it.
- Parameters that look like filters and do not exist are refused with 400, which names the right one.
- Errors are problem bodies (RFC 9457) with a stable \`code\`.
`
