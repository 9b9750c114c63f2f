/** Plain data: nothing here names a provider's own words. Amounts are whole cents of Brazilian reais. */

export type PaymentMethod = 'pix' | 'card';

export type ChargeWish = {
  /** Ours, 26 to 35 letters and digits: chosen before the provider is asked, and asked for again after a crash. */
  reference: string;
  method: PaymentMethod;
  cents: number;
  /** What the payer reads. */
  text: string;
  payer: { name: string; email: string; document: string };
  expiresInSeconds: number;
  /** Where the provider says that something happened; null when the desk has no public address. */
  notifyUrl: string | null;
  /** Where a hosted page leads back to. */
  returnUrl: string | null;
};

export type Asked = {
  providerId: string | null;
  /** To copy and paste; null for cards. */
  pixCode: string | null;
  /** The provider's own page; null for Pix. */
  link: string | null;
};

/** How a charge stands at the provider. */
export type Standing = Asked & {
  reference: string;
  status: 'open' | 'paid' | 'gone';
  paidCents: number;
};

export type PaymentProvider = {
  /** Throws PaymentError. The outcome is unknown unless it says `isRefused`. */
  ask(wish: ChargeWish): Promise<Asked>;
  /** Undefined when the provider knows no such charge. Throws PaymentError. */
  read(charge: { reference: string }): Promise<Standing | undefined>;
  /** By the id in a provider's notice. Undefined when it is none of a charge. Throws PaymentError. */
  readNotice(id: string): Promise<Standing | undefined>;
  /** Where the provider shall announce payments, if it has to be told once. Throws PaymentError. */
  listenAt(url: string): Promise<void>;
  /** Throws PaymentError when the credentials do not open the provider's door. */
  check(): Promise<void>;
};

export type EfiCredentials = {
  clientId: string;
  clientSecret: string;
  /** The receiver's Pix key. */
  pixKey: string;
  /** The certificate as Efí gives it: a .p12 file as base64, or PEM with its key. */
  certificate: string;
};

export type MercadoPagoCredentials = {
  accessToken: string;
  /** Signs what the provider says; made on its page of webhooks. */
  webhookSecret: string;
};

export type Payments = {
  efi(credentials: EfiCredentials): PaymentProvider;
  mercadopago(credentials: MercadoPagoCredentials): PaymentProvider;
};

export type PaymentTrouble = 'refused' | 'unauthorized' | 'busy' | 'timeout' | 'unreachable' | 'odd';

export class PaymentError extends Error {
  readonly trouble: PaymentTrouble;
  constructor(trouble: PaymentTrouble, said = '', options?: { cause?: unknown }) {
    super(said ? `${trouble}: ${said}` : trouble, options);
    this.name = 'PaymentError';
    this.trouble = trouble;
  }
  /** Nothing was made there, for certain. */
  get isRefused(): boolean {
    return this.trouble === 'refused' || this.trouble === 'unauthorized';
  }
}
