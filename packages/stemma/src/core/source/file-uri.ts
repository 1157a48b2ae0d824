/** A `file:` URI (RFC 8089) of an absolute path with forward or backward slashes. */
export const fileUri = (path: string): string => {
  const slashed = path.replaceAll('\\', '/');
  const rooted = slashed.startsWith('/') ? slashed : `/${slashed}`;
  return `file://${rooted
    .split('/')
    .map(encodeURIComponent)
    .join('/')
    .replace(/^\/([A-Za-z])%3A\//, '/$1:/')}`;
};
