import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { buildReference } from './reference/build.ts'

const root = import.meta.dirname

/** Compresses assets at build time instead of for every request. */
const compressAssets: Plugin = {
  name: 'compress-assets',
  // Not `closeBundle`, which is called after an error too, and would hide it behind its own.
  writeBundle() {
    const assets = join(root, 'dist/assets')
    for (const name of readdirSync(assets)) {
      const file = join(assets, name)
      if (!/\.(js|css)$/.test(name)) continue
      const content = readFileSync(file)
      writeFileSync(`${file}.gz`, gzipSync(content))
      // Browsers take Brotli over HTTPS and from this machine only.
      writeFileSync(`${file}.br`, brotliCompressSync(content))
    }
  },
}

const apiReference: Plugin = {
  name: 'api-reference',
  apply: 'build',
  writeBundle: () => buildReference(join(root, 'dist/reference')),
}

export default defineConfig({
  root,
  base: '/dashboard/',
  // The server replaces it with a nonce in each answer.
  html: { cspNonce: 'ADTALLY_NONCE' },
  css: { modules: { localsConvention: 'camelCaseOnly' } },
  plugins: [react(), compressAssets, apiReference],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'baseline-widely-available',
    // Modules of several pages are in a few files: each request has a price, and small files compress badly.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'libraries', test: /node_modules/, minShareCount: 8 },
            { name: 'common', test: /web\/src/, minShareCount: 4 },
          ],
        },
      },
    },
  },
  // `npm run dev:web` forwards API requests to a running server.
  server: { proxy: { '/dashboard/api': 'http://127.0.0.1:8080', '/api': 'http://127.0.0.1:8080' } },
})
