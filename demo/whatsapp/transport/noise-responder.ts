import {
  aesDecryptGCM,
  aesEncryptGCM,
  Curve,
  hkdf,
  type KeyPair,
  NOISE_MODE,
  NOISE_WA_HEADER,
  proto,
  sha256,
} from '@whiskeysockets/baileys';

const NO_DATA = Buffer.alloc(0);

export class NoiseIdentity {
  readonly root = Curve.generateKeyPair();
  readonly key = Curve.generateKeyPair();
  readonly chain: Uint8Array;

  constructor() {
    const intermediate = Curve.generateKeyPair();
    const issued = certificate({ serial: 1, key: intermediate.public }, this.root);
    const leaf = certificate({ serial: 2, key: this.key.public }, intermediate);
    this.chain = proto.CertChain.encode({ intermediate: issued, leaf }).finish();
  }
}

function certificate(about: { serial: number; key: Uint8Array }, issuer: KeyPair) {
  const details = proto.CertChain.NoiseCertificate.Details.encode({ ...about, issuerSerial: 0 }).finish();
  return { details, signature: Curve.sign(issuer.private, details) };
}

/** The server's half of Noise_XX_25519_AESGCM_SHA256. */
export class NoiseResponder {
  private hash: Buffer = Buffer.from(NOISE_MODE);
  private salt: Buffer = this.hash;
  private key: Buffer = this.hash;
  private counter = 0;
  private readonly ephemeral = Curve.generateKeyPair();
  private incoming: Cipher | null = null;
  private outgoing: Cipher | null = null;

  constructor(private readonly identity: NoiseIdentity) {}

  get isOpen(): boolean {
    return this.incoming !== null;
  }

  answerHello(bytes: Uint8Array): Uint8Array {
    const ephemeral = proto.HandshakeMessage.decode(bytes).clientHello?.ephemeral;
    if (!ephemeral) throw new Error('no client hello');
    this.mixHash(NOISE_WA_HEADER);
    this.mixHash(ephemeral);
    this.mixHash(this.ephemeral.public);
    this.mixKey(Curve.sharedKey(this.ephemeral.private, ephemeral));
    const encryptedKey = this.encryptAndHash(this.identity.key.public);
    this.mixKey(Curve.sharedKey(this.identity.key.private, ephemeral));
    const payload = this.encryptAndHash(this.identity.chain);
    const serverHello = { ephemeral: this.ephemeral.public, static: encryptedKey, payload };
    return proto.HandshakeMessage.encode({ serverHello }).finish();
  }

  readFinish(bytes: Uint8Array): { clientKey: Buffer; payload: proto.ClientPayload } {
    const finish = proto.HandshakeMessage.decode(bytes).clientFinish;
    if (!finish?.static || !finish.payload) throw new Error('no client finish');
    const clientKey = this.decryptAndHash(finish.static);
    this.mixKey(Curve.sharedKey(this.ephemeral.private, clientKey));
    const payload = proto.ClientPayload.decode(this.decryptAndHash(finish.payload));
    const keys = Buffer.from(hkdf(NO_DATA, 64, { salt: this.salt, info: '' }));
    this.incoming = new Cipher(keys.subarray(0, 32));
    this.outgoing = new Cipher(keys.subarray(32));
    return { clientKey, payload };
  }

  decrypt(bytes: Uint8Array): Buffer {
    if (!this.incoming) throw new Error('handshake is not over');
    return aesDecryptGCM(bytes, this.incoming.key, this.incoming.nextIv(), NO_DATA);
  }

  encrypt(bytes: Uint8Array): Buffer {
    if (!this.outgoing) throw new Error('handshake is not over');
    return aesEncryptGCM(bytes, this.outgoing.key, this.outgoing.nextIv(), NO_DATA);
  }

  private mixHash(data: Uint8Array): void {
    this.hash = sha256(Buffer.concat([this.hash, data]));
  }

  private mixKey(secret: Uint8Array): void {
    const keys = Buffer.from(hkdf(secret, 64, { salt: this.salt, info: '' }));
    this.salt = keys.subarray(0, 32);
    this.key = keys.subarray(32);
    this.counter = 0;
  }

  private encryptAndHash(plaintext: Uint8Array): Buffer {
    const ciphertext = aesEncryptGCM(plaintext, this.key, counterIv(this.counter++), this.hash);
    this.mixHash(ciphertext);
    return ciphertext;
  }

  private decryptAndHash(ciphertext: Uint8Array): Buffer {
    const plaintext = aesDecryptGCM(ciphertext, this.key, counterIv(this.counter++), this.hash);
    this.mixHash(ciphertext);
    return plaintext;
  }
}

class Cipher {
  private counter = 0;
  constructor(readonly key: Buffer) {}

  nextIv(): Buffer {
    return counterIv(this.counter++);
  }
}

function counterIv(counter: number): Buffer {
  const iv = Buffer.alloc(12);
  iv.writeUInt32BE(counter, 8);
  return iv;
}
