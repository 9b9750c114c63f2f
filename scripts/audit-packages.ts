/** Checks shipped packages for known vulnerabilities; fails on a serious one that has not been accepted. */
import { readFileSync } from 'node:fs';

type Advisory = { url: string; title: string; severity: string; vulnerable_versions: string };
type Answer = Record<string, Advisory[]>;
export type Accepted = { advisory: string; reason: string; until: string };

const SERIOUS = ['high', 'critical'];
const ACCEPTED = 'docs/security/accepted-advisories.json';

if (import.meta.main) {
  const accepted = JSON.parse(readFileSync(ACCEPTED, 'utf8')) as Accepted[];
  const { lines, isFine } = judge(await ask(), accepted, new Date().toISOString().slice(0, 10));
  process.stdout.write(`${lines.join('\n')}\n`);
  process.exit(isFine ? 0 : 1);
}

export type Asked = { answer: Answer } | { why: string };

export function judge(asked: Asked, accepted: Accepted[], today: string) {
  if ('why' in asked)
    return { isFine: true, lines: [`advisories: not asked, nothing is known today (${asked.why})`] };
  const found = Object.entries(asked.answer).flatMap(([name, list]) => list.map((one) => ({ ...one, name })));
  const serious = found.filter(({ severity }) => SERIOUS.includes(severity));
  const isAccepted = ({ url }: Advisory) =>
    accepted.some(({ advisory, until }) => url.endsWith(`/${advisory}`) && until >= today);
  const open = serious.filter((one) => !isAccepted(one));
  const counts = `advisories: ${found.length}, of them ${serious.length} serious, ${open.length} not weighed`;
  const lines = open.map(({ name, severity, title, vulnerable_versions: versions, url }) =>
    [`${severity}: ${name} ${versions}`, title, url].join('  '),
  );
  return { isFine: open.length === 0, lines: [counts, ...lines] };
}

async function ask(): Promise<Asked> {
  const audit = Bun.spawn([process.execPath, 'audit', '--production', '--json'], {
    stdout: 'pipe',
    stderr: 'pipe',
    timeout: 60_000,
  });
  const [output, complaint] = await Promise.all([
    new Response(audit.stdout).text(),
    new Response(audit.stderr).text(),
    audit.exited,
  ]);
  try {
    return { answer: JSON.parse(output) as Answer };
  } catch {
    return { why: complaint.trim().split('\n').at(-1) || 'no answer' };
  }
}
