import { zValidator } from '@hono/zod-validator';
import type { z } from 'zod';
import { AppError, type FieldErrors, InvalidInput } from '../errors.ts';
import type { Ctx } from './env.ts';

type Issues = readonly { readonly path: readonly PropertyKey[]; readonly message: string }[];

/** The JSON body; a bad one is refused with a message per field. */
export function body<S extends z.ZodType>(schema: S) {
  return zValidator('json', schema, (result) => {
    if (!result.success) throw new InvalidInput(fieldErrors(result.error.issues));
  });
}

export function query<S extends z.ZodType>(schema: S) {
  return zValidator('query', schema, (result) => {
    if (!result.success) throw new InvalidInput(fieldErrors(result.error.issues));
  });
}

/** What a refused form shows again: its own values, and a translated message per field. */
export type Refused = { values: Record<string, string>; errors: Record<string, string> };

/** A form of our pages; a bad one comes back with status 422, its values and its messages. */
export function form<S extends z.ZodType>(
  schema: S,
  again: (c: Ctx, refused: Refused) => Response | Promise<Response>,
) {
  return zValidator('form', schema, async (result, c) => {
    if (result.success) return;
    const context = c as unknown as Ctx;
    const errors = translateFields(context, fieldErrors(result.error.issues));
    return again(context, { values: await formValues(context), errors });
  });
}

/** What a verb refuses about a single field (a name that is taken) comes back in the form as well. */
export async function saving(
  c: Ctx,
  again: (c: Ctx, refused: Refused) => Response | Promise<Response>,
  work: () => Promise<Response>,
): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    return again(c, { values: await formValues(c), errors: translateFields(c, error.fields) });
  }
}

export function translateFields(c: Ctx, fields: FieldErrors): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([field, key]) => [field, c.var.t(key)]));
}

/** The text values of the posted form, as they were typed. */
export async function formValues(c: Ctx): Promise<Record<string, string>> {
  const posted = await c.req.parseBody({ all: true });
  const texts = Object.entries(posted).map(([key, value]) => [
    key,
    Array.isArray(value) ? value.at(-1) : value,
  ]);
  return Object.fromEntries(texts.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

/** Our schemas use translation keys as messages; what zod says by itself becomes a general one. */
export function fieldErrors(issues: Issues): FieldErrors {
  const fields: FieldErrors = {};
  for (const issue of issues) {
    const field = issue.path.map(String).join('.') || 'form';
    fields[field] ??=
      issue.message.includes(':') && !issue.message.includes(' ') ? issue.message : 'validation:invalid';
  }
  return fields;
}

/** A numeric path parameter; whatever is no id cannot exist. */
export function idParam(c: Ctx, name = 'id'): number {
  const value = Number(c.req.param(name));
  if (!Number.isSafeInteger(value) || value < 1) throw new AppError('ERR_NOT_FOUND');
  return value;
}
