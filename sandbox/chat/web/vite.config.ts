import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Built with `vite build sandbox/chat/web`; the base is relative so that the page works under any address. */
export default defineConfig({
  base: './',
  plugins: [react()],
  build: { outDir: 'dist', emptyOutDir: true, target: 'es2022' },
});
