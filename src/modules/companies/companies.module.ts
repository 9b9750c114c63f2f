import { defineModule } from '@/kernel/module.ts';
import { companiesEndpoints } from './companies.endpoints.ts';

export const companies = defineModule({ name: 'companies', endpoints: companiesEndpoints });
