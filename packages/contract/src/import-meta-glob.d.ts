/** Vite's, in tests: every file the pattern matches, read at once. */
interface ImportMeta {
  glob(pattern: string, options: { eager: true; import: 'default' }): Record<string, unknown>;
}
