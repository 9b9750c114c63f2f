import { X509Certificate } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generate } from 'selfsigned';

export type HostCertificate = { key: string; certificate: string; caPath: string };

const YEAR_MS = 365 * 24 * 3_600_000;

/** Clients need `NODE_EXTRA_CA_CERTS=<dir>/ca.pem` at start. The authority's key is discarded. */
export async function createCertificateAuthority(dir: string): Promise<HostCertificate> {
  const caPath = join(dir, 'ca.pem');
  const found = await readFound(dir, caPath);
  if (found) return found;
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const notAfterDate = new Date(Date.now() + YEAR_MS);
  const authority = await generate([{ name: 'commonName', value: 'WhatsApp simulator' }], {
    notAfterDate,
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, critical: true },
    ],
  });
  const host = await generate([{ name: 'commonName', value: 'localhost' }], {
    notAfterDate,
    algorithm: 'sha256',
    ca: { key: authority.private, cert: authority.cert },
    extensions: [
      { name: 'basicConstraints', cA: false },
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: 'localhost' },
          { type: 7, ip: '127.0.0.1' },
        ],
      },
    ],
  });
  await writeFile(join(dir, 'host.key'), host.private, { mode: 0o600 });
  await writeFile(join(dir, 'host.pem'), host.cert);
  await writeFile(caPath, authority.cert);
  return { key: host.private, certificate: host.cert, caPath };
}

async function readFound(dir: string, caPath: string): Promise<HostCertificate | null> {
  try {
    const [key, certificate, authority] = await Promise.all(
      [join(dir, 'host.key'), join(dir, 'host.pem'), caPath].map((path) => readFile(path, 'utf8')),
    );
    if (!key || !certificate || !authority) return null;
    const host = new X509Certificate(certificate);
    const isIssued = host.verify(new X509Certificate(authority).publicKey);
    const expires = new Date(host.validTo).getTime();
    return isIssued && expires > Date.now() + YEAR_MS / 365 ? { key, certificate, caPath } : null;
  } catch {
    return null;
  }
}
