import { z } from 'zod';
import { cachedJson, readJson } from '../core/http/body/read-body.ts';
import type { Ctx } from '../core/http/env.ts';
import { networkKey } from '../core/security/network-address.ts';

const text = z.string().catch('');
/** As sent by `report-uri` and by `report-to` (W3C CSP 3, §5.3 and §5.5). */
const Report = z.union([
  z
    .object({
      'csp-report': z.object({ 'effective-directive': text, 'blocked-uri': text, 'document-uri': text }),
    })
    .transform(({ 'csp-report': report }) => ({
      directive: report['effective-directive'],
      blocked: report['blocked-uri'],
      page: report['document-uri'],
    })),
  z
    .array(z.object({ body: z.object({ effectiveDirective: text, blockedURL: text, documentURL: text }) }))
    .min(1)
    .transform(([first]) => ({
      directive: first?.body.effectiveDirective ?? '',
      blocked: first?.body.blockedURL ?? '',
      page: first?.body.documentURL ?? '',
    })),
]);

/** One limit for everybody: a page that breaks a rule breaks it in every browser. */
const ALL = 'all';

/** Anybody may send anything: one answer for all, one log line of fixed terms and a host name. */
export async function onViolation(c: Ctx): Promise<Response> {
  const { policyReports } = c.get('kernel').services;
  const done = c.body(null, 204);
  if (!policyReports.tryTake(networkKey(c.get('address'))) || !policyReports.tryTake(ALL)) return done;
  const report = await readReport(c);
  if (report) c.get('log').warn(lineOf(report), 'a browser stopped what our policy forbids');
  return done;
}

async function readReport(c: Ctx) {
  try {
    await readJson(c);
    return Report.safeParse(await cachedJson(c)).data;
  } catch {
    return undefined;
  }
}

/** Paths may hold secrets, so only the first segment is logged. */
function lineOf({ directive, blocked, page }: z.infer<typeof Report>) {
  return {
    directive: DIRECTIVES.find((known) => known === directive) ?? 'another',
    blocked: KEYWORDS.find((known) => known === blocked) ?? hostOf(blocked),
    page: PAGE.find((known) => URL.parse(page)?.pathname.startsWith(`/${known}`)) ?? 'another',
  };
}

function hostOf(blocked: string): string {
  const url = URL.parse(blocked.slice(0, 2_000));
  return url && /^https?:$|^wss?:$/.test(url.protocol) ? url.host.slice(0, 100) : 'another';
}

const DIRECTIVES = [
  'script-src',
  'script-src-elem',
  'script-src-attr',
  'style-src',
  'style-src-elem',
  'style-src-attr',
  'img-src',
  'media-src',
  'connect-src',
  'worker-src',
  'font-src',
  'frame-src',
  'object-src',
  'base-uri',
  'form-action',
  'frame-ancestors',
];
const KEYWORDS = ['inline', 'eval', 'wasm-eval', 'data', 'blob', 'self'];
const PAGE = [
  'tickets',
  'login',
  'settings',
  'contacts',
  'connections',
  'campaigns',
  'chats',
  'dashboard',
  'helps',
];
