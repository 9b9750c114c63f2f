import { randomBytes } from 'node:crypto';
import {
  aesDecryptCTR,
  aesDecryptGCM,
  aesEncryptCTR,
  type BinaryNode,
  Curve,
  derivePairingCodeKey,
  getBinaryNodeChild,
  hkdf,
  hmacSign,
  type KeyPair,
  proto,
  WA_ADV_ACCOUNT_SIG_PREFIX,
  WA_ADV_DEVICE_SIG_PREFIX,
} from '@whiskeysockets/baileys';
import type { LinkedDevice } from '../linked-device.ts';
import type { Phone } from '../phone/phone.ts';
import type { Connection } from './connection.ts';
import { childBytes, node, SERVER, seconds } from './nodes.ts';

const NO_DATA = Buffer.alloc(0);

export type CodeRequest = { connection: Connection; wrappedKey: Buffer; ref: string };

export function offerPairing(connection: Connection, noiseKey: Buffer): void {
  const { network } = connection;
  const refs = Array.from({ length: 6 }, () => `2@${randomBytes(32).toString('base64url')}`);
  connection.stranger = { noiseKey, refs };
  const items = refs.map((ref) => node('ref', {}, Buffer.from(ref)));
  const id = network.nextId();
  connection.send(node('iq', { type: 'set', from: SERVER, id }, [node('pair-device', {}, items)]));
}

/** Throws when no device shows that code any more. */
export async function pairByQr(phone: Phone, text: string): Promise<LinkedDevice> {
  const [ref, , identity, secret] = text.slice(text.indexOf('#') + 1).split(',');
  const connection = ref ? phone.network.findStranger(ref) : undefined;
  if (!connection || !identity || !secret) throw new Error('this QR code is not valid any more');
  return link(phone, connection, Buffer.from(identity, 'base64'), Buffer.from(secret, 'base64'));
}

export function acceptCodeRequest(connection: Connection, hello: BinaryNode): BinaryNode {
  const { network } = connection;
  const digits = (hello.attrs.jid ?? '').split('@')[0] ?? '';
  const number = network.findPhone(digits)?.number ?? digits;
  const wrappedKey = childBytes(hello, 'link_code_pairing_wrapped_companion_ephemeral_pub');
  const ref = randomBytes(16).toString('base64url');
  network.codeRequests.set(number, { connection, wrappedKey, ref });
  network.changed();
  return node('link_code_companion_reg', { stage: 'companion_hello' }, [
    node('link_code_pairing_ref', {}, Buffer.from(ref)),
  ]);
}

/** Throws on a wrong code, or when no device requested it for this number. */
export async function pairByCode(phone: Phone, typed: string): Promise<LinkedDevice> {
  const { network } = phone;
  const request = network.codeRequests.get(phone.number);
  if (!request) throw new Error('nobody asked to pair this number');
  const code = typed.replaceAll('-', '').toUpperCase();
  const { connection, wrappedKey, ref } = request;
  const companionKey = aesDecryptCTR(
    wrappedKey.subarray(48),
    await derivePairingCodeKey(code, wrappedKey.subarray(0, 32)),
    wrappedKey.subarray(32, 48),
  );

  const ephemeral = Curve.generateKeyPair();
  const identity = phone.signal.creds.signedIdentityKey;
  const finish = network.awaitCodeFinish(connection);
  connection.send(
    node(
      'notification',
      { id: network.nextId(), from: SERVER, type: 'link_code_companion_reg', t: seconds() },
      [
        node('link_code_companion_reg', { stage: 'primary_hello' }, [
          node('link_code_pairing_wrapped_primary_ephemeral_pub', {}, await wrapKey(code, ephemeral.public)),
          node('primary_identity_pub', {}, identity.public),
          node('link_code_pairing_ref', {}, Buffer.from(ref)),
        ]),
      ],
    ),
  );
  const { companion, secret } = openBundle(await finish, { ephemeral, identity, companionKey });
  network.codeRequests.delete(phone.number);
  return link(phone, connection, companion, secret);
}

async function wrapKey(code: string, key: Uint8Array): Promise<Buffer> {
  const salt = randomBytes(32);
  const iv = randomBytes(16);
  return Buffer.concat([salt, iv, aesEncryptCTR(key, await derivePairingCodeKey(code, salt), iv)]);
}

function openBundle(
  finish: BinaryNode,
  keys: { ephemeral: KeyPair; identity: KeyPair; companionKey: Buffer },
): { companion: Buffer; secret: Buffer } {
  const bundle = childBytes(finish, 'link_code_pairing_wrapped_key_bundle');
  const shared = Curve.sharedKey(keys.ephemeral.private, keys.companionKey);
  const info = 'link_code_pairing_key_bundle_encryption_key';
  const key = Buffer.from(hkdf(shared, 32, { salt: bundle.subarray(0, 32), info }));
  const plain = aesDecryptGCM(bundle.subarray(44), key, bundle.subarray(32, 44), NO_DATA);
  const companion = plain.subarray(0, 32);
  const identityShared = Curve.sharedKey(keys.identity.private, companion);
  const material = Buffer.concat([shared, identityShared, plain.subarray(64)]);
  return { companion, secret: Buffer.from(hkdf(material, 32, { info: 'adv_secret' })) };
}

async function link(
  phone: Phone,
  connection: Connection,
  companion: Buffer,
  secret: Buffer,
): Promise<LinkedDevice> {
  const { network } = phone;
  const noiseKey = connection.stranger?.noiseKey;
  if (!noiseKey) throw new Error('this client is already paired');
  const device = phone.addDevice(noiseKey);
  device.identity = companion;

  const key = phone.signal.creds.signedIdentityKey;
  const details = proto.ADVDeviceIdentity.encode({
    rawId: 1,
    timestamp: seconds(),
    keyIndex: device.id,
    accountType: 0,
    deviceType: 0,
  }).finish();
  const signed = Buffer.concat([WA_ADV_ACCOUNT_SIG_PREFIX, details, companion]);
  const account = proto.ADVSignedDeviceIdentity.encode({
    details,
    accountSignatureKey: key.public,
    accountSignature: Curve.sign(key.private, signed),
  }).finish();
  const outer = proto.ADVSignedDeviceIdentityHMAC.encode({
    details: account,
    hmac: hmacSign(account, secret),
  }).finish();

  const reply = await connection.request(
    node('iq', { type: 'set', from: SERVER, id: network.nextId(), t: seconds() }, [
      node('pair-success', {}, [
        node('device-identity', {}, outer),
        node('biz', { name: phone.name }),
        node('device', { jid: device.jid, lid: device.lid }),
        node('platform', { name: 'android' }),
      ]),
    ]),
  );
  const answer = childBytes(getBinaryNodeChild(reply, 'pair-device-sign'), 'device-identity');
  const { deviceSignature } = proto.ADVSignedDeviceIdentity.decode(answer);
  const expected = Buffer.concat([WA_ADV_DEVICE_SIG_PREFIX, details, companion, key.public]);
  if (!deviceSignature || !Curve.verify(companion, expected, deviceSignature)) {
    phone.devices.delete(device.id);
    throw new Error('the companion signed with another key');
  }
  connection.stranger = null;
  connection.end(node('stream:error', { code: 515 }));
  phone.announceDevices('add', device);
  network.changed();
  return device;
}
