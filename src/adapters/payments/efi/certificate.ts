import { createSecureContext } from 'node:tls';
import { PaymentError } from '../payments.port.ts';
import type { Certificate } from '../provider-call.client.ts';

const KEY = /-----BEGIN (?:RSA |EC )?PRIVATE KEY-----/;
const CERTIFICATE = /-----BEGIN CERTIFICATE-----/;

/** PEM with its key, or a .p12 file as base64 without a password, as from Efí. Throws PaymentError. */
export function readCertificate(stored: string): Certificate {
  const isPem = KEY.test(stored) && CERTIFICATE.test(stored);
  const certificate: Certificate = isPem
    ? { cert: stored, key: stored }
    : { pfx: Buffer.from(stored, 'base64'), passphrase: '' };
  try {
    createSecureContext(certificate);
  } catch (cause) {
    throw new PaymentError('unauthorized', 'the certificate cannot be read', { cause });
  }
  return certificate;
}
