import { createHash, createHmac } from 'node:crypto';
import type { Bucket } from './bucket.ts';

const EMPTY = createHash('sha256').digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const sum = (text: string) => createHash('sha256').update(text).digest('hex');
const encoded = (path: string) => path.split('/').map(encodeURIComponent).join('/');

/** AWS Signature Version 4 of a CopyObject request, which Bun's own client does not have. */
export function signedCopy(
  { endpoint, region, bucket, accessKeyId, secretAccessKey }: Bucket,
  { from, to, at }: { from: string; to: string; at: Date },
): { url: string; headers: Record<string, string> } {
  const { origin, host, pathname } = new URL(endpoint);
  const path = `${pathname.replace(/\/$/, '')}/${encoded(`${bucket}/${to}`)}`;
  const time = at.toISOString().replace(/[:-]|\.\d{3}/g, '');
  const day = time.slice(0, 8);
  const signed = {
    host,
    'x-amz-content-sha256': EMPTY,
    'x-amz-copy-source': `/${encoded(`${bucket}/${from}`)}`,
    'x-amz-date': time,
  };
  const names = Object.keys(signed).join(';');
  const lines = Object.entries(signed).map(([name, value]) => `${name}:${value}\n`);
  const request = ['PUT', path, '', lines.join(''), names, EMPTY].join('\n');
  const area = `${day}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', time, area, sum(request)].join('\n');
  const key = [region, 's3', 'aws4_request'].reduce<Buffer>(hmac, hmac(`AWS4${secretAccessKey}`, day));
  const signature = hmac(key, text).toString('hex');
  const { host: _host, ...headers } = signed;
  return {
    url: `${origin}${path}`,
    headers: {
      ...headers,
      Authorization: `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${area}, SignedHeaders=${names}, Signature=${signature}`,
    },
  };
}
