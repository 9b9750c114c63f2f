import type { App } from '@/app.ts';

const ORIGIN = 'http://desk.test';

export type Reply = { status: number; headers: Headers; text: string };
export type JsonReply<T> = { status: number; headers: Headers; body: T };

export type Browser = {
  json<T = unknown>(method: string, path: string, body?: unknown): Promise<JsonReply<T>>;
  page(path: string): Promise<Reply>;
  part(method: string, path: string, form?: Record<string, string>): Promise<Reply>;
  upload<T = unknown>(path: string, form: FormData): Promise<JsonReply<T>>;
  raw(path: string, init?: RequestInit): Promise<Response>;
  cookie: string | undefined;
};

export function createBrowser(app: Pick<App, 'fetch'>, session: string | undefined): Browser {
  const headers = (more: Record<string, string>) => ({
    Host: 'desk.test',
    Origin: ORIGIN,
    ...(session && { Cookie: `sid=${session}; __Host-sid=${session}` }),
    ...more,
  });
  const send = async (path: string, init: RequestInit) => app.fetch(new Request(`${ORIGIN}${path}`, init));
  const read = async (response: Response): Promise<Reply> => ({
    status: response.status,
    headers: response.headers,
    text: await response.text(),
  });
  const parse = async <T>(response: Response): Promise<JsonReply<T>> => {
    const text = await response.text();
    const isJson = response.headers.get('Content-Type')?.includes('json');
    return {
      status: response.status,
      headers: response.headers,
      body: (isJson ? JSON.parse(text) : text) as T,
    };
  };
  return {
    cookie: session,
    raw: (path, init = {}) =>
      send(path, { ...init, headers: headers((init.headers ?? {}) as Record<string, string>) }),
    async json(method, path, body) {
      const type: Record<string, string> = body === undefined ? {} : { 'Content-Type': 'application/json' };
      return parse(
        await send(path, {
          method,
          headers: headers({ Accept: 'application/json', ...type }),
          body: body === undefined ? undefined : JSON.stringify(body),
        }),
      );
    },
    async page(path) {
      const asked = { Accept: 'text/html' };
      const reply = await send(path, { headers: headers(asked) });
      if (reply.status !== 303) return read(reply);
      const part = await send(path, { headers: headers({ ...asked, 'HX-Request': 'true' }) });
      return read(part.status === 200 ? part : reply);
    },
    async part(method, path, form) {
      const htmx = { Accept: 'text/html', 'HX-Request': 'true', 'HX-Request-Type': 'partial' };
      return read(
        await send(path, { method, headers: headers(htmx), body: form && new URLSearchParams(form) }),
      );
    },
    async upload(path, form) {
      return parse(
        await send(path, { method: 'POST', headers: headers({ Accept: 'application/json' }), body: form }),
      );
    },
  };
}
