import { paramsOf } from '@/core/http/routing/mount.ts';
import type { Endpoint, Example, Page, Route } from '@/core/http/routing/route.ts';
import type { Fixtures } from './fixtures.ts';

export type Sent = { method: string; path: string; body: unknown; form?: FormData };

/** Throws without example ids or body: an invented call would be refused for the wrong reason. */
export function callOf(row: Endpoint | Page, fixtures: Fixtures, more: Partial<Example> = {}): Sent {
  const example = { ...row.example?.(fixtures), ...more };
  const path = fillPath(row, { ...fixtures, ...example.params });
  const schema = 'form' in row ? row.form : 'body' in row ? row.body : undefined;
  if (schema && example.body === undefined && !example.file)
    throw new Error(`${row.name} has a body and no example of it`);
  return {
    method: row.method,
    path: `${path}${queryOf(example.query)}`,
    body: example.body,
    ...(example.file && row.files && { form: formOf(row, example) }),
  };
}

function fillPath(row: Route, known: Record<string, unknown>): string {
  for (const name of paramsOf(row.path))
    if (known[name] === undefined) throw new Error(`${row.name}: nothing tells what :${name} is`);
  return row.path.replace(/:(\w+)/g, (_all, name: string) => encodeURIComponent(String(known[name])));
}

function queryOf(query: unknown): string {
  if (!query) return '';
  const entries = Object.entries(query as Record<string, unknown>).filter(([, value]) => value !== undefined);
  const text = new URLSearchParams(entries.map(([name, value]) => [name, asText(value)])).toString();
  return text && `?${text}`;
}

const asText = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value));

function formOf(row: Route, { file, body }: Example): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries((body ?? {}) as Record<string, unknown>))
    form.set(name, asText(value));
  if (file) form.set(row.files?.field ?? '', new File([file.content], file.name, { type: 'text/plain' }));
  return form;
}
