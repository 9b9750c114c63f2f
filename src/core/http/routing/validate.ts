import { zValidator } from '@hono/zod-validator';
import type { MiddlewareHandler } from 'hono';
import { z } from 'zod';
import { AppError, type FieldErrors, InvalidInput } from '../../errors.ts';
import { isId } from '../../ids.ts';
import { cachedForm, isMultipart, readForm, readJson } from '../body/read-body.ts';
import type { Ctx } from '../env.ts';
import { resendOpenedHashes } from '../forms/opened-forms.ts';
import { readUploads } from '../uploads/upload.ts';

type Issues = readonly { readonly path: readonly PropertyKey[]; readonly message: string }[];

export function body<S extends z.ZodType>(schema: S) {
  const validate = zValidator('json', schema, (result) => {
    if (!result.success) throw new InvalidInput(fieldErrors(result.error.issues));
  });
  return after(readJson, validate);
}

export function query<S extends z.ZodType>(schema: S) {
  return zValidator('query', schema, (result) => {
    if (!result.success) throw new InvalidInput(fieldErrors(result.error.issues));
  });
}

export type Refused = { values: Record<string, string>; errors: Record<string, string> };

export function form<S extends z.ZodType>(
  schema: S,
  onInvalid: (c: Ctx, refused: Refused) => Response | Promise<Response>,
) {
  const validate = zValidator('form', schema, async (result, c) => {
    if (result.success) return;
    const context = c as unknown as Ctx;
    const errors = translateFields(context, fieldErrors(result.error.issues));
    return onInvalid(context, { values: await formValues(context), errors });
  });
  const fields = fieldsOf(schema);
  if (fields.length === 0) throw new Error('a form without fields could not be shown again');
  return after(async (c) => {
    c.set('formFields', fields);
    if (c.var.files && isMultipart(c)) await readUploads(c);
    else await readForm(c);
    await resendOpenedHashes(c);
  }, validate);
}

function after<H extends MiddlewareHandler>(read: (c: Ctx) => Promise<void>, validate: H): H {
  return (async (c, next) => {
    await read(c as unknown as Ctx);
    return validate(c, next);
  }) as MiddlewareHandler as H;
}

function fieldsOf(schema: z.ZodType): string[] {
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape);
  if (schema instanceof z.ZodPipe)
    return [schema.in, schema.out].flatMap((part) => (part instanceof z.ZodType ? fieldsOf(part) : []));
  if (schema instanceof z.ZodDiscriminatedUnion || schema instanceof z.ZodUnion)
    return schema.options.flatMap((part) => (part instanceof z.ZodType ? fieldsOf(part) : []));
  return [];
}

export async function saving(
  c: Ctx,
  onInvalid: (c: Ctx, refused: Refused) => Response | Promise<Response>,
  work: () => Promise<Response>,
): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    return onInvalid(c, { values: await formValues(c), errors: translateFields(c, error.fields) });
  }
}

export function translateFields(c: Ctx, fields: FieldErrors): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([field, key]) => [field, translated(c, key)]));
}

/** A key may carry values after a `?`, like a query string. */
function translated(c: Ctx, key: string): string {
  const [name = '', values] = key.split('?', 2);
  return c.var.t(name, Object.fromEntries(new URLSearchParams(values)));
}

const MAX_SHOWN = 70_000;

export async function formValues(c: Ctx): Promise<Record<string, string>> {
  const values: Record<string, string> = {};
  for (const name of c.var.formFields ?? []) {
    const text = (await formTexts(c, name)).at(-1);
    if (text !== undefined) values[name] = text;
  }
  return values;
}

export async function formTexts(c: Ctx, name: string): Promise<string[]> {
  const form = await cachedForm(c);
  const values = form?.getAll(name) ?? [];
  return values.filter((value) => typeof value === 'string').map((text) => text.slice(0, MAX_SHOWN));
}

export function fieldErrors(issues: Issues): FieldErrors {
  const fields: FieldErrors = {};
  for (const issue of issues) {
    const field = issue.path.map(String).join('.') || 'form';
    fields[field] ??=
      issue.message.includes(':') && !issue.message.includes(' ') ? issue.message : 'validation:invalid';
  }
  return fields;
}

export function shownId(text: string | undefined): number | undefined {
  const id = Number(text);
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

export function idParam(c: Ctx, name = 'id'): number {
  const value = Number(c.req.param(name));
  if (!isId(value)) throw new AppError('ERR_NOT_FOUND');
  return value;
}
