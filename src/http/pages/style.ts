/** The stylesheet of the public pages, inlined so that pages load nothing else. */
export const stylesheet = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#f6f5f2, #14161a);
  --card: light-dark(#ffffff, #1d2026);
  --line: light-dark(#e4e1da, #2e323b);
  --ink: light-dark(#1c1d21, #eceef2);
  --soft: light-dark(#5d606b, #a3a8b4);
  --link: light-dark(#2450b8, #9dbcff);
}
* { box-sizing: border-box }
body {
  margin: 0;
  background: var(--ground);
  color: var(--ink);
  font: 16px/1.55 system-ui, -apple-system, "Segoe UI", sans-serif;
  overflow-wrap: anywhere;
}
a { color: var(--link); text-decoration-thickness: 1px; text-underline-offset: 3px }
a:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: 4px }
.page { max-width: 52rem; margin: 0 auto; padding: 1rem 1.25rem 4rem }
.top { display: flex; gap: 1rem; padding: .75rem 0 1.5rem; color: var(--soft); font-size: .9rem }
.top a { color: inherit; padding-block: .25rem }
.top .site { font-weight: 650; color: var(--ink); text-decoration: none; margin-inline-end: auto }
.hero { display: flex; gap: 1.25rem; align-items: start }
.mark {
  flex: none; display: grid; place-items: center; width: 5.5rem; height: 5.5rem;
  font-size: 2.5rem; font-weight: 700; color: #fff; border-radius: 1.4rem;
  background: linear-gradient(150deg, hsl(var(--hue) 60% 36%), hsl(calc(var(--hue) + 40) 65% 28%));
}
.round { border-radius: 50% }
h1 { margin: 0; font-size: clamp(1.6rem, 5vw, 2.3rem); line-height: 1.15; letter-spacing: -.02em }
h2 { margin: 2.25rem 0 .75rem; font-size: 1.05rem }
.by { margin: .3rem 0 0; color: var(--soft) }
.tags { display: flex; flex-wrap: wrap; gap: .4rem; margin: .6rem 0 0; padding: 0; list-style: none }
.tags li { padding: .1rem .6rem; border: 1px solid var(--line); border-radius: 1rem; font-size: .82rem; color: var(--soft) }
.counts { display: grid; grid-template-columns: repeat(auto-fit, minmax(8rem, 1fr)); gap: .75rem; margin: 1.75rem 0 0 }
.counts div, .list, .prose { background: var(--card); border: 1px solid var(--line); border-radius: .9rem }
.counts div { padding: .8rem 1rem; display: flex; flex-direction: column-reverse }
.counts dt { color: var(--soft); font-size: .85rem }
.counts dd { margin: 0; font-size: 1.5rem; font-weight: 650; font-variant-numeric: tabular-nums }
.text { white-space: pre-line; max-width: 40rem }
.list { margin: 0; padding: 0; list-style: none }
.list li { padding: .75rem 1rem; border-top: 1px solid var(--line) }
.list li:first-child { border-top: 0 }
.list time, .list .where { color: var(--soft); font-size: .85rem }
.row { display: flex; flex-wrap: wrap; gap: 0 1rem; justify-content: space-between; align-items: baseline }
.list p { margin: .25rem 0 0; white-space: pre-line }
.empty { color: var(--soft) }
.prose { padding: .5rem 1.25rem 1.25rem; overflow-x: auto }
code { font: .88em/1.5 ui-monospace, "SF Mono", Consolas, monospace }
table { border-collapse: collapse; width: 100% }
h3 { margin: 1.25rem 0 .5rem; font-size: .95rem }
td:first-child { white-space: nowrap; width: 7rem }
td { text-align: start; vertical-align: top; padding: .35rem .75rem .35rem 0; border-top: 1px solid var(--line) }
@media (max-width: 34rem) { td { display: block } td + td { border-top: 0; padding-top: 0 } }
.foot { margin-top: 3rem; color: var(--soft); font-size: .85rem }
${Array.from({ length: 12 }, (_, index) => `.hue-${index} { --hue: ${index * 30} }`).join('\n')}
`
