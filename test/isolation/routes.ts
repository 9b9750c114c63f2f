import { callOf as callOfRow } from '@test/support/calls.ts';
import type { Fixtures } from '@test/support/fixtures.ts';
import type { Access, Endpoint, Page } from '@/core/http/routing/route.ts';
import { ENDPOINTS, FILES, PAGES, V1 } from '@/web/routes.ts';

export type SubApp = 'site' | 'api' | 'v1' | 'pages';

export type Row = {
  access: Access;
  of?: Endpoint | Page;
  params?: (fixtures: Fixtures) => Record<string, string | number>;
};

const rowsOf = (rows: (Endpoint | Page)[]): Record<string, Row> =>
  Object.fromEntries(rows.map((row) => [row.name, { access: row.access, of: row }]));

const API_ROWS = rowsOf(ENDPOINTS);
const V1_ROWS = rowsOf(V1);
export const PAGE_ROWS = rowsOf([...PAGES, ...FILES]);

const media = (fixtures: Fixtures) => {
  const [, , companyId = '', month = '', file = ''] = fixtures.mediaPath.split('/');
  return { companyId, month, file };
};

const publicFile = (fixtures: Fixtures) => ({ '*': fixtures.publicFile });

const SITE_ROWS: Record<string, Row> = {
  'GET /icons/app.png': { access: 'anyone' },
  'GET /icons/brand.svg': { access: 'anyone' },
  'GET /app.webmanifest': { access: 'anyone' },
  'GET /sw.js': { access: 'anyone' },
  'GET /widget.js': { access: 'anyone' },
  'GET /favicon.ico': { access: 'anyone' },
  'GET /robots.txt': { access: 'anyone' },
  'GET /healthz': { access: 'anyone' },
  'GET /metrics': { access: 'anyone' },
  'GET /.well-known/security.txt': { access: 'anyone' },
  'POST /policy-reports': { access: 'anyone' },
  'GET /ws': { access: 'person' },
  'GET /media/:companyId/:month/:file': { access: 'reader', params: media },
  'HEAD /media/:companyId/:month/:file': { access: 'reader', params: media },
  'GET /public/*': { access: 'anyone', params: publicFile },
  'HEAD /public/*': { access: 'anyone', params: publicFile },
};

export const ROWS: Record<SubApp, Record<string, Row>> = {
  site: SITE_ROWS,
  api: API_ROWS,
  v1: V1_ROWS,
  pages: PAGE_ROWS,
};

export type Call = {
  subApp: SubApp;
  method: string;
  path: string;
  body: Record<string, unknown> | undefined;
  form?: FormData;
  headers?: Record<string, string>;
};

export function callOf(subApp: SubApp, name: string, fixtures: Fixtures): Call {
  const row = ROWS[subApp][name];
  if (!row) throw new Error(`${subApp} ${name} has no row`);
  if (row.of) {
    const { body, ...call } = callOfRow(row.of, fixtures);
    const path = subApp === 'v1' ? `/api/v1${call.path}` : call.path;
    return { subApp, ...call, path, body: body as Call['body'] };
  }
  const [method = '', pattern = ''] = name.split(' ');
  const known = row.params?.(fixtures) ?? {};
  const path = pattern.replace(/:(\w+)|\*/g, (all, key: string = all) => {
    if (known[key] === undefined) throw new Error(`${subApp} ${name}: nothing tells what :${key} is`);
    return String(known[key]);
  });
  return { subApp, method, path, body: undefined };
}
