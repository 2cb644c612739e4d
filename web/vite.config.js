import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

/** The service worker, told which files the shell has. */
function serviceWorker() {
  return {
    name: 'service-worker',
    generateBundle(_, bundle) {
      const files = ['/', ...Object.keys(bundle).filter((name) => /^assets\/.*\.(js|css)$/.test(name)).map((name) => `/${name}`).sort()];
      const build = createHash('sha256').update(files.join()).digest('hex').slice(0, 12);
      const source = readFileSync('sw.js', 'utf8').replace('__BUILD__', build).replace('__FILES__', JSON.stringify(files));
      this.emitFile({ type: 'asset', fileName: 'sw.js', source });
    },
  };
}

export default defineConfig({
  plugins: [svelte(), serviceWorker()],
  build: {
    outDir: '../paiju/server/page',
    emptyOutDir: true,
    assetsInlineLimit: 0, // the server's policy lets no page carry anything inline
    modulePreload: { polyfill: false },
    target: 'es2022',
  },
  test: { include: ['tests/*.test.ts'] },
});
