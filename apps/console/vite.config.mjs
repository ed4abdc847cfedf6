// Bundles the page into dist/site. The API's build compresses the files and serves them (apps/api/build/site.mjs).
import { defineConfig } from 'vite';

/** The first releases with `light-dark()`, which the styles use. */
const browsers = ['chrome123', 'firefox121', 'safari17.5'];

export default defineConfig({
  // The API serves the files under this path, and the page at the root.
  base: '/console/',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  // Nothing is inlined: the page's Content-Security-Policy allows files of this origin only.
  build: {
    outDir: 'dist/site',
    emptyOutDir: true,
    assetsDir: '.',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: browsers,
    cssTarget: browsers,
    reportCompressedSize: false,
  },
  // `vite` alone starts a page that reloads itself, in front of a service on the usual port.
  server: { proxy: { '^/(?:v1|health|docs|openapi.json)': 'http://127.0.0.1:8080' } },
});
