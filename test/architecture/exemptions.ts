/** Prompts to find the missing noun, not targets. */
export const LIMITS = { fileLines: 500, functionLines: 80 } as const;

/** What may be longer, and why. `subject` is `file` or the name of a function. One that is no longer needed fails. */
export const EXEMPTIONS: readonly {
  readonly path: string;
  readonly subject: string;
  readonly reason: string;
}[] = [];
