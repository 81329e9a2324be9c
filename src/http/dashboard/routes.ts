import type { FastifyInstance } from 'fastify'
import type { ReportServices } from '../services.ts'

/**
 * What stands at the dashboard's addresses until there is a dashboard: a page that says so and
 * names the interfaces that answer.
 */
export function dashboardRoutes(app: FastifyInstance, { settings }: ReportServices): void {
  const page = async () => welcomePage(settings.baseUrl())
  for (const path of ['/', '/dashboard', '/dashboard/apps/:appId']) {
    app.get(path, async (_request, reply) =>
      reply
        .type('text/html; charset=utf-8')
        .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
        .send(await page()),
    )
  }
}

function welcomePage(baseUrl: string): string {
  const api = `${baseUrl}/api/v2/publisher/applications`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Adtally</title>
<style>
:root { color-scheme: light dark }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 46rem; margin: 3rem auto; padding: 0 1rem }
h1 { margin-bottom: 0 }
pre { overflow-x: auto; padding: 1rem; border-radius: 8px; background: color-mix(in srgb, currentColor 8%, transparent) }
</style>
</head>
<body>
<h1>Adtally</h1>
<p>The server is running. Its dashboard is not built yet; the reporting interface is:</p>
<pre>${api}?developer=USERNAME&amp;key=KEY
${api}/stats?developer=USERNAME&amp;key=KEY&amp;start_date=YYYY-MM-DD&amp;end_date=YYYY-MM-DD</pre>
<p>Usernames: <code>adtally accounts list</code>. A new key: <code>adtally accounts rotate-key USERNAME</code>.</p>
</body>
</html>
`
}
