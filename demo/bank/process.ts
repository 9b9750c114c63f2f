import { startEfiSimulator } from './efi-simulator.ts';
import { startMercadoPagoSimulator } from './mercado-pago-simulator.ts';
import type { SimulatorOptions } from './provider-simulator.ts';

/** A simulated provider as a separate process. Its first line on stdout is its address. */
const { name, ...options } = JSON.parse(process.env.PAYMENT_SIMULATOR ?? '{}') as {
  name?: string;
} & SimulatorOptions;
const start = name === 'mercadopago' ? startMercadoPagoSimulator : startEfiSimulator;
process.stdout.write(`${start(options).url}\n`);
