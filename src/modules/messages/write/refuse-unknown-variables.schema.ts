import type { z } from 'zod';
import { unknownVariables } from './variable-names.schema.ts';

/** For the forms of our own pages: existing clients may save what they always could. */
export function refuseUnknown(fields: readonly string[], own: string[] = []) {
  return (form: Record<string, unknown>, context: z.RefinementCtx): void => {
    for (const [field, message] of Object.entries(unknownIn(form, fields, own)))
      context.addIssue({ code: 'custom', path: [field], message });
  };
}

export function unknownIn(
  form: Record<string, unknown>,
  fields: readonly string[],
  own: string[] = [],
): Record<string, string> {
  const wrong = fields.flatMap((field) => {
    const text = form[field];
    const [name] = typeof text === 'string' ? unknownVariables(text, own) : [];
    return name === undefined ? [] : [[field, unknownVariable(name)]];
  });
  return Object.fromEntries(wrong);
}

const unknownVariable = (name: string) =>
  `validation:unknownVariable?${new URLSearchParams({ variable: name })}`;
