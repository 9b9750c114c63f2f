import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fingerprint } from '@/core/security/secrets.ts';
import { freePort } from './free-port.ts';
import { until } from './until.ts';

export type Balancer = { url: string; stop(): Promise<void> };
export type BalancerName = keyof typeof BALANCERS;

const FOLDER = join(import.meta.dir, '../../deploy/scale');
const read = (name: string) => readFileSync(join(FOLDER, name), 'utf8');
const hostOf = (url: string) => new URL(url).host;
export const markOf = (url: string): string => fingerprint(url).slice(0, 8);

/** The files of deploy/scale with the addresses of these nodes, and without TLS. */
const BALANCERS = {
  caddy: {
    file: 'Caddyfile',
    command: (path: string) => ['caddy', 'run', '--adapter', 'caddyfile', '--config', path],
    configure(port: number, nodes: string[]) {
      let text = read('Caddyfile')
        .replace(/^# Browsers are redirected.*$/ms, '')
        .replace('{$DOMAIN:desk.example.com} {', `http://127.0.0.1:${port} {`);
      for (const [index, url] of nodes.entries())
        text = text
          .replaceAll(new RegExp(`\\{\\$DESK_${index + 1}:[^}]*\\}`, 'g'), hostOf(url))
          .replaceAll(new RegExp(`\\{\\$MARK_${index + 1}:[^}]*\\}`, 'g'), markOf(url));
      return `{\n\tadmin off\n\tauto_https off\n}\n${text}`;
    },
  },
  haproxy: {
    file: 'haproxy.cfg',
    command: (path: string) => ['haproxy', '-db', '-f', path],
    configure(port: number, nodes: string[]) {
      let text = read('haproxy.cfg')
        .replace('bind :80', `bind 127.0.0.1:${port}`)
        .replace(/^.*(bind :443|!\{ ssl_fc \}).*\n/gm, '');
      for (const [index, url] of nodes.entries())
        text = text
          .replaceAll(`desk-${index + 1}:3000`, hostOf(url))
          .replaceAll(markOf(`http://desk-${index + 1}:3000`), markOf(url));
      return text;
    },
  },
};

export const BALANCER_NAMES = Object.keys(BALANCERS) as BalancerName[];

export const isInstalled = (name: BalancerName): boolean => Bun.which(name) !== null;

export async function startBalancer(name: BalancerName, nodes: string[]): Promise<Balancer> {
  const { configure, command, file } = BALANCERS[name];
  const folder = mkdtempSync(join(tmpdir(), 'balcao-balancer-'));
  const port = freePort();
  const path = join(folder, file);
  writeFileSync(path, configure(port, nodes));
  const child = Bun.spawn(command(path), {
    stdio: ['ignore', 'ignore', 'ignore'],
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
  });
  const url = `http://127.0.0.1:${port}`;
  await until(`${name} answers`, async () => {
    if (child.exitCode !== null) throw new Error(`${name} ended with ${child.exitCode}`);
    return (await fetch(`${url}/healthz`).catch(() => undefined))?.ok;
  });
  return {
    url,
    async stop() {
      child.kill('SIGKILL');
      await child.exited;
      rmSync(folder, { recursive: true });
    },
  };
}
