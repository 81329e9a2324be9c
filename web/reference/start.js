// Runs after Scalar's script, in the same file: the page has no inline script.
{
  const others =
    'c clojure csharp dart fsharp go http java julia kotlin node objc ocaml php powershell r ruby rust swift'
  window.Scalar.createApiReference('#reference', {
    url: '/openapi.json',
    // Where the page was opened; the document names the public URL, which may be another one.
    servers: [{ url: location.origin }],
    theme: 'default',
    proxyUrl: '',
    telemetry: false,
    withDefaultFonts: false,
    showDeveloperTools: 'never',
    hideClientButton: true,
    agent: { disabled: true },
    mcp: { disabled: true },
    authentication: { preferredSecurityScheme: 'bearer' },
    defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
    hiddenClients: {
      ...Object.fromEntries(others.split(' ').map((name) => [name, true])),
      js: ['axios', 'jquery', 'ofetch', 'xhr'],
      python: ['aiohttp', 'httpx_async', 'httpx_sync', 'python3'],
      shell: ['httpie', 'wget'],
    },
  })
}
