import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { sha256 } from '@whiskeysockets/baileys';
import type { HostCertificate } from './certificates.ts';

/** The oldest files expire above this, as all do after weeks at WhatsApp: the demo must not outgrow its server. */
const MAX_BYTES = 128 * 1024 * 1024;

type Medium = { bytes: Buffer; isExpired: boolean };

export class MediaHost {
  readonly token = randomBytes(12).toString('base64url');
  failDownloads: number | null = null;
  failUploads: number | null = null;
  private readonly media = new Map<string, Medium>();
  private readonly pictures = new Map<string, Buffer>();
  private bytes = 0;
  private readonly server: ReturnType<typeof Bun.serve>;

  constructor(
    port: number,
    certificate: HostCertificate,
    private readonly mostBytes = MAX_BYTES,
  ) {
    this.server = Bun.serve({
      hostname: '127.0.0.1',
      port,
      tls: { key: certificate.key, cert: certificate.certificate },
      fetch: (request) => this.answer(request),
    });
  }

  get hostname(): string {
    return `127.0.0.1:${this.server.port}`;
  }

  async storeFile(path: string): Promise<{ mediaUrl: string; directPath: string }> {
    const directPath = this.store(await readFile(path));
    return { mediaUrl: this.urlOf(directPath), directPath };
  }

  /** A fresh path for the same bytes, even expired ones; null when they never existed. */
  storeAgain(directPath: string): string | null {
    const medium = this.media.get(directPath);
    return medium ? this.store(medium.bytes) : null;
  }

  storePicture(bytes: Buffer): string {
    const path = `/pps/${randomBytes(8).toString('hex')}.jpg`;
    this.pictures.set(path, bytes);
    return this.urlOf(path);
  }

  read(directPath: string): Buffer {
    const medium = this.media.get(directPath);
    if (!medium || medium.isExpired) throw new Error('the medium is gone');
    return medium.bytes;
  }

  expire(directPath: string): void {
    const medium = this.media.get(directPath);
    if (medium) medium.isExpired = true;
  }

  forget(directPath: string): void {
    this.bytes -= this.media.get(directPath)?.bytes.length ?? 0;
    this.media.delete(directPath);
  }

  corrupt(directPath: string): void {
    const medium = this.media.get(directPath);
    if (medium) medium.bytes[0] = (medium.bytes[0] ?? 0) ^ 1;
  }

  async stop(): Promise<void> {
    await this.server.stop(true);
  }

  private urlOf(path: string): string {
    return `https://${this.hostname}${path}`;
  }

  private store(bytes: Buffer): string {
    const path = `/v/${randomBytes(12).toString('hex')}.enc`;
    this.media.set(path, { bytes: Buffer.from(bytes), isExpired: false });
    this.bytes += bytes.length;
    for (const oldest of this.media.keys()) {
      if (this.bytes <= this.mostBytes || oldest === path) break;
      this.forget(oldest);
    }
    return path;
  }

  private async answer(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    if (request.method === 'POST') return this.upload(request, pathname, searchParams);
    if (this.failDownloads !== null) return status(this.failDownloads);
    const picture = this.pictures.get(pathname);
    if (picture) return new Response(new Uint8Array(picture), { headers: { 'content-type': 'image/jpeg' } });
    const medium = this.media.get(pathname);
    if (!medium) return status(404);
    return medium.isExpired ? status(410) : new Response(new Uint8Array(medium.bytes));
  }

  private async upload(request: Request, path: string, query: URLSearchParams): Promise<Response> {
    if (this.failUploads !== null) return status(this.failUploads);
    if (!path.startsWith('/mms/')) return status(404);
    if (query.get('auth') !== this.token) return status(401);
    const bytes = Buffer.from(await request.arrayBuffer());
    const named = Buffer.from(decodeURIComponent(path.split('/').at(-1) ?? ''), 'base64url');
    if (!sha256(bytes).equals(named)) return status(415);
    const directPath = this.store(bytes);
    return Response.json({ url: this.urlOf(directPath), direct_path: directPath });
  }
}

function status(code: number): Response {
  return new Response(null, { status: code });
}
