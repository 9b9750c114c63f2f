import { listDemoPeople } from '@demo/seed/people.ts';
import { paths } from '@/paths.ts';
import { SIMULATOR } from './phones/simulator.schema.ts';
import type { Passwords } from './seed/seed.service.ts';
import { TOUR_PATH } from './tour/steps.ts';

type Demo = { url: string; dataDir: string; passwords: Passwords };

export function printLogins({ url, dataDir, passwords }: Demo): void {
  const head = ['Company', 'Person', 'Profile', 'E-mail', 'Password'];
  const people = listDemoPeople().map(({ company, name, profile, email }) => [
    company,
    name,
    profile,
    email,
    passwords[email] ?? '',
  ]);
  const rows = [head, ...people];
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: string[]) =>
    `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('   ')}`.trimEnd();
  const [titles = '', ...table] = rows.map(line);
  const rule = line(widths.map((width) => '─'.repeat(width)));
  process.stdout.write(
    [
      '',
      `  Balcão      ${url}${paths.login()}`,
      `  WhatsApp    ${url}${SIMULATOR}   (simulated: the customers' phones, and the owners')`,
      `  Tour        ${url}${TOUR_PATH}   (three minutes, eight steps)`,
      `  Bank        ${url}${SIMULATOR}/bank   (simulated: where companies pay by Pix)`,
      '',
      titles,
      rule,
      ...table,
      '',
      '  Only this machine can reach it. Ctrl+C stops it; the data stays for the next time.',
      `  Data and log: ${dataDir}`,
      '',
      '',
    ].join('\n'),
  );
}
