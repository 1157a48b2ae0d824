/**
 * Where the compiled entry of a thread or child process stands. Threads cannot load TypeScript, so that
 * sources run by a test runner point at the built files beside them.
 */
export const processEntry = (name: 'sqlite-thread' | 'pdf-reader' | 'pdf-repairer' | 'text-reader'): URL =>
  new URL(`./${name}.js`, import.meta.url.replace('/src/processes/', '/dist/processes/'));
