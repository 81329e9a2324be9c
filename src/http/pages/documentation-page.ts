import { type Html, html } from '../../values/html.ts'
import type { NetworkLinks } from '../network-links.ts'
import { activityTemplates, gamesTemplates, terms, usersTemplates } from '../v1/root-body.ts'
import { layout } from './layout.ts'

/** @param requestsAnHour the limit of one IP address */
export function documentationPage(links: NetworkLinks, requestsAnHour: number): string {
  const title = 'The public interface'
  const description = 'Games, users and activity of this network, as JSON and JSONP for everyone.'
  const limit = requestsAnHour.toLocaleString('en-US')
  const body = html`<h1>${title}</h1>
<p>${description} Start at <a href="${links.api}/"><code>${links.api}/</code></a> and follow its links.</p>
<h2>URLs</h2>
<div class="prose">${addresses('Games', gamesTemplates(links))}${addresses('Users', usersTemplates(links))}${addresses('Activity', activityTemplates(links))}</div>
<h2>Pages</h2>
<p>A list answers <code>{"data": […], "next_page_url": …}</code>. On the last page, <code>next_page_url</code> is <code>null</code>. <code>limit</code> is 1 to 200; the default is 20. Following <code>next_page_url</code> never repeats or misses a record, even while others are added.</p>
<h2>JSONP</h2>
<p>With <code>callback=NAME</code> the answer is a script that calls <code>NAME</code>. Its status is always 200; the status of an error is in its body.</p>
<h2>Limit</h2>
<p>${limit} requests an hour from one IP address. <code>X-RateLimit-Remaining</code> is the number of requests left; <code>X-RateLimit-Reset</code> is the time, in Unix seconds, when it is reset. Above the limit the answer is 429; wait for <code>Retry-After</code> seconds.</p>
<h2>Errors</h2>
<p>Errors are problem bodies (RFC 9457) with a stable <code>code</code>: <code>bad_parameters</code>, <code>unknown_game</code>, <code>unknown_user</code>, <code>unknown_activity</code>, <code>user_closed</code> (410), <code>rate_limited</code> (429), <code>not_found</code>.</p>
<h2>Terms</h2>
<ul>${Object.values(terms).map((term) => html`<li>${term}</li>`)}</ul>`
  return layout(
    {
      title,
      description,
      url: links.documentation,
      type: 'website',
      imageUrl: null,
      recordUrl: `${links.api}/`,
    },
    links,
    body,
  )
}

function addresses(part: string, templates: Readonly<Record<string, string>>): Html {
  const rows = Object.entries(templates).map(
    ([name, template]) => html`<tr><td>${name}</td><td><code>${template}</code></td></tr>`,
  )
  return html`<h3>${part}</h3><table>${rows}</table>`
}
