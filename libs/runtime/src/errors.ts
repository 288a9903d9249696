import { type FieldProblem, type Problem, type ProblemCode, problems } from '@xrp-bridge/contracts/problem';
import type { ZodError } from 'zod';

/** An expected failure with one of the defined problem codes. The server converts it to problem+json. */
export class ProblemError extends Error {
  override name = 'ProblemError';
  readonly code: ProblemCode;
  readonly status: number;
  readonly errors: FieldProblem[] | undefined;
  readonly headers: Record<string, string> | undefined;

  constructor(
    code: ProblemCode,
    detail?: string,
    more: { errors?: FieldProblem[]; headers?: Record<string, string>; cause?: unknown } = {},
  ) {
    super(detail ?? problems[code].title, { cause: more.cause });
    this.code = code;
    this.status = problems[code].status;
    this.errors = more.errors;
    this.headers = more.headers;
  }
}

/** Invalid settings. The message lists every mistake. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

export function toProblem(error: ProblemError, requestId: string): Problem {
  const problem: Problem = {
    type: `urn:xrp-bridge:problem:${error.code}`,
    title: problems[error.code].title,
    status: error.status,
    detail: error.message,
    code: error.code,
    requestId,
  };
  if (error.errors?.length) problem.errors = error.errors;
  return problem;
}

/** Creates the problem that names each invalid field and its mistake, without the value. */
export function invalidInput(error: ZodError): ProblemError {
  const errors = error.issues.flatMap((issue): FieldProblem[] => {
    const path = issue.path.map(String).join('.');
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({
        field: path ? `${path}.${key}` : key,
        code: 'unknown_field',
        message: issue.message,
      }));
    }
    const code = issue.code === 'custom' && typeof issue.params?.code === 'string' ? issue.params.code : issue.code;
    return [{ field: path, code, message: issue.message }];
  });
  return new ProblemError('invalid_input', errors[0]?.message, { errors });
}

/** Lists the invalid fields of an event or a job, without their values. */
export function fieldsOf(error: ZodError): string {
  return error.issues.map(({ path, code }) => `${path.map(String).join('.') || 'data'} (${code})`).join(', ');
}
