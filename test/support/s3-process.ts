import { mkdtempSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import S3rver from 's3rver';
import { until } from './until.ts';

/** An S3 server on loopback. Each line on its standard input sets its behaviour. */
type Mode = 'well' | 'full' | 'refuses' | 'slow' | 'dead' | 'cuts' | 'busy' | 'busy once';
let mode: Mode = 'well';

const directory = mkdtempSync(join(tmpdir(), 'balcao-s3-'));
const store = new S3rver({
  silent: true,
  directory,
  configureBuckets: [{ name: 'backups' }],
});
await store.configureBuckets();
const answer = store.callback();

const error = (code: string) =>
  `<?xml version="1.0"?><Error><Code>${code}</Code><Message>no</Message></Error>`;
/** Long lists in Amazon's form: this server's own tokens need a cipher that Bun does not have. */
function pageFor({ searchParams }: URL): string {
  const from = Number(searchParams.get('continuation-token') ?? 0);
  const most = Number(searchParams.get('max-keys'));
  const keys = Array.from({ length: 25 }, (_, n) => n).slice(from, from + most);
  const isCut = from + most < 25;
  const contents = keys.map((n) => `<Contents><Key>many/${n}</Key><Size>1</Size></Contents>`).join('');
  const next = isCut ? `<NextContinuationToken>${from + most}</NextContinuationToken>` : '';
  return `<?xml version="1.0"?><ListBucketResult><Name>backups</Name><KeyCount>${keys.length}</KeyCount><IsTruncated>${isCut}</IsTruncated>${contents}${next}</ListBucketResult>`;
}

/** The library answers before its file is written, so that a reader may find an empty object. */
function answerWhenStored(request: IncomingMessage, response: ServerResponse): void {
  const { headers, method, url = '' } = request;
  const { pathname, search } = new URL(url, 'http://s3');
  const size = Number(headers['content-length']);
  const path = join(directory, `${decodeURIComponent(pathname)}._S3rver_object`);
  const isObject = method === 'PUT' && search === '' && !headers['x-amz-copy-source'] && size > 0;
  const isStored = async () =>
    response.statusCode !== 200 || statSync(path, { throwIfNoEntry: false })?.size === size;
  const end = response.end.bind(response) as (...parts: unknown[]) => ServerResponse;
  if (isObject)
    response.end = ((...parts: unknown[]) => {
      until('the object is stored', isStored).then(() => end(...parts));
      return response;
    }) as typeof response.end;
  answer(request, response);
}

const server = createServer((request, response) => {
  const refuse = (status: number, code: string) => {
    request.resume();
    response.writeHead(status, { 'content-type': 'application/xml' }).end(error(code));
  };
  if (mode === 'full' && request.method === 'PUT') refuse(507, 'XMinioStorageFull');
  else if (mode === 'refuses') refuse(403, 'AccessDenied');
  else if (mode.startsWith('busy')) {
    if (mode === 'busy once') mode = 'well';
    refuse(503, 'SlowDown');
  } else if (request.url?.includes('prefix=many')) response.end(pageFor(new URL(request.url, 'http://s3')));
  else if (mode === 'dead') request.socket.destroy();
  else if (mode === 'cuts' && request.method === 'GET' && !request.url?.includes('list-type')) {
    response.writeHead(200, { 'content-length': '100000' });
    response.write('half', () => request.socket.destroy());
  } else if (mode !== 'slow') answerWhenStored(request, response);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`${typeof address === 'object' ? address?.port : ''}\n`);
});
for await (const line of createInterface({ input: process.stdin })) {
  mode = line as Mode;
  process.stdout.write(`${mode}\n`);
}
process.exit(0);
