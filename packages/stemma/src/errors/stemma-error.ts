import { FAULTS, type Fault, type FaultCode, type FaultParams } from '@stemma/contract/faults';

/** A fault with a code from the contract; the compiler checks that its parameters are named. Words, statuses and exit codes are looked up by the doors. */
export class StemmaError<C extends FaultCode = FaultCode> extends Error {
  override readonly name = 'StemmaError';
  readonly code: FaultCode;
  readonly params: Fault['params'];

  constructor(code: C, params: FaultParams<C>, options?: { cause?: unknown }) {
    super(`${code} ${JSON.stringify(params)}`, options);
    this.code = code;
    this.params = params;
  }

  get exitCode(): number {
    return FAULTS[this.code].exit;
  }

  toFault(): Fault {
    return { code: this.code, params: this.params };
  }
}

export const isStemmaError = (error: unknown): error is StemmaError => error instanceof StemmaError;

/** Rebuilds a fault that crossed a process or was stored. */
export const fromFault = (fault: Fault, cause?: unknown): StemmaError =>
  new StemmaError(fault.code, fault.params as FaultParams, { cause });

/** Any thrown value as a fault; what is no StemmaError is a bug and becomes `internal`. */
export const toFault = (error: unknown): Fault =>
  isStemmaError(error) ? error.toFault() : { code: 'internal', params: {} };
