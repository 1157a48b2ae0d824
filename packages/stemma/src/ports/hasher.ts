/** SHA-256 over text or bytes, as 64 lower-case hexadecimal digits. */
export interface Hasher {
  sha256(content: string | Uint8Array): string;
}
