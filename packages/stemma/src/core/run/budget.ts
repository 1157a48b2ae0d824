export type Amounts = { readonly tokens: number; readonly micros: number };
export type Limits = { readonly tokens?: number; readonly micros?: number };

export const NOTHING: Amounts = { tokens: 0, micros: 0 };

export const addAmounts = (a: Amounts, b: Amounts): Amounts => ({
  tokens: a.tokens + b.tokens,
  micros: a.micros + b.micros,
});

/**
 * Which limit a reservation would break, given what is spent and reserved already. A run without a
 * budget breaks none.
 */
export const brokenLimit = (
  limits: Limits | null,
  taken: Amounts,
  wanted: Amounts,
): { what: keyof Amounts; limit: number } | undefined => {
  if (!limits) return undefined;
  for (const what of ['tokens', 'micros'] as const) {
    const limit = limits[what];
    if (limit !== undefined && taken[what] + wanted[what] > limit) return { what, limit };
  }
  return undefined;
};
