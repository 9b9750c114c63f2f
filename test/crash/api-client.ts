import { ADMIN } from './app-process.ts';

/** Status 0 means that the server did not answer. */
export class RequestFailed extends Error {
  constructor(
    readonly status: number,
    readonly reply: string,
  ) {
    super(`${status || 'no answer'} ${reply}`);
  }

  get isPassing(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}

const PATIENCE_MS = 15_000;

export class ApiClient {
  private token = '';
  private signingIn: Promise<void> | undefined;

  constructor(readonly url: string) {}

  async call<T>(method: string, path: string, body?: unknown): Promise<T> {
    if (this.token === '') await this.signIn();
    try {
      return await this.send<T>(method, path, body);
    } catch (error) {
      if (!(error instanceof RequestFailed) || ![401, 403].includes(error.status)) throw error;
      await this.signIn();
      return this.send<T>(method, path, body);
    }
  }

  private signIn(): Promise<void> {
    this.signingIn ??= this.fetchToken().finally(() => {
      this.signingIn = undefined;
    });
    return this.signingIn;
  }

  private async fetchToken(): Promise<void> {
    const { token } = await this.send<{ token: string }>('POST', '/auth/login', ADMIN, '');
    this.token = token;
  }

  private async send<T>(method: string, path: string, body: unknown, token = this.token): Promise<T> {
    const isForm = body instanceof FormData;
    const headers: Record<string, string> = { Accept: 'application/json' };
    if (token) headers.Authorization = `Bearer ${token}`;
    if (body !== undefined && !isForm) headers['Content-Type'] = 'application/json';
    const reply = await fetch(`${this.url}${path}`, {
      method,
      headers,
      body: body === undefined || isForm ? body : JSON.stringify(body),
      signal: AbortSignal.timeout(PATIENCE_MS),
    }).catch((error) => {
      throw new RequestFailed(0, String(error));
    });
    // The server may die between its headers and its body.
    const text = await reply.text().catch((error) => {
      throw new RequestFailed(0, String(error));
    });
    if (!reply.ok) throw new RequestFailed(reply.status, text);
    return (text === '' ? undefined : JSON.parse(text)) as T;
  }
}
