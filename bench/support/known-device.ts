import { ADMIN } from '@test/crash/app-process.ts';

const PAUSE_MS = 500;

export async function knownDevice(url: string) {
  const first = await signIn(url, '');
  const cookie = first.headers.getSetCookie().find((one) => one.startsWith('did=')) ?? '';
  return async function signInAgain(seconds: number): Promise<number[]> {
    const times: number[] = [];
    const end = performance.now() + seconds * 1_000;
    while (performance.now() < end) {
      const startedAt = performance.now();
      const reply = await signIn(url, cookie.split(';')[0] ?? '');
      times.push(reply.ok ? performance.now() - startedAt : Number.POSITIVE_INFINITY);
      await Bun.sleep(PAUSE_MS);
    }
    return times;
  };
}

async function signIn(url: string, cookie: string): Promise<Response> {
  const headers = { 'Content-Type': 'application/json', Origin: url, Cookie: cookie };
  const reply = await fetch(`${url}/auth/login`, { method: 'POST', headers, body: JSON.stringify(ADMIN) });
  await reply.arrayBuffer();
  return reply;
}
