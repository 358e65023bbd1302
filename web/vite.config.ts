import react from '@vitejs/plugin-react';
import { defineConfig, loadEnv } from 'vite';

export default defineConfig(({ mode }) => {
  // An empty prefix reads the environment itself: PORT is the server's (architecture section 5).
  const { PORT = '3000' } = loadEnv(mode, '.', '');
  const server = `http://127.0.0.1:${PORT}`;
  return {
    root: import.meta.dirname,
    plugins: [react()],
    build: { outDir: 'dist', emptyOutDir: true, target: 'es2022', chunkSizeWarningLimit: 1_000 },
    server: {
      host: '127.0.0.1',
      proxy: Object.fromEntries(
        ['/api', '/common', '/logout', '/openapi.json', '/docs', '/health', '/ready'].map(path => [
          path,
          server,
        ]),
      ),
    },
  };
});
