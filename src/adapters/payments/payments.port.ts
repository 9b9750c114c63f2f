export type PaymentMethod = 'pix' | 'card';

export type ChargeRequest = {
  /** Ours, 26 to 35 letters and digits: chosen before the first request, and looked up after a crash. */
  reference: string;
  method: PaymentMethod;
  cents: number;
  text: string;
  payer: { name: string; email: string; document: string };
  expiresInSeconds: number;
  /** For the provider's notices; null if the server has no public address. */
  notifyUrl: string | null;
  returnUrl: string | null;
};

export type Asked = {
  providerId: string | null;
  /** To copy and paste; null for cards. */
  pixCode: string | null;
  /** The provider's own page; null for Pix. */
  link: string | null;
};

export type ChargeState = Asked & {
  reference: string;
  status: 'open' | 'paid' | 'gone';
  paidCents: number;
};

export type PaymentProvider = {
  /** Throws PaymentError. The outcome is unknown unless it has `isRefused`. */
  ask(request: ChargeRequest): Promise<Asked>;
  /** Undefined if the provider knows no such charge. Throws PaymentError. */
  read(charge: { reference: string }): Promise<ChargeState | undefined>;
  /** By the id in a provider's notice. Undefined if it is not a charge's. Throws PaymentError. */
  readNotice(id: string): Promise<ChargeState | undefined>;
  /** Registers the address for notices, if the provider needs that. Throws PaymentError. */
  listenAt(url: string): Promise<void>;
  /** Throws PaymentError if the credentials are refused. */
  check(): Promise<void>;
};

export type EfiCredentials = {
  clientId: string;
  clientSecret: string;
  pixKey: string;
  certificate: string;
};

export type MercadoPagoCredentials = {
  accessToken: string;
  webhookSecret: string;
};

export type Payments = {
  efi(credentials: EfiCredentials): PaymentProvider;
  mercadopago(credentials: MercadoPagoCredentials): PaymentProvider;
};

export type PaymentTrouble = 'refused' | 'unauthorized' | 'busy' | 'timeout' | 'unreachable' | 'odd';

export class PaymentError extends Error {
  readonly trouble: PaymentTrouble;
  constructor(trouble: PaymentTrouble, detail = '', options?: { cause?: unknown }) {
    super(detail ? `${trouble}: ${detail}` : trouble, options);
    this.name = 'PaymentError';
    this.trouble = trouble;
  }
  get isRefused(): boolean {
    return this.trouble === 'refused' || this.trouble === 'unauthorized';
  }
}
