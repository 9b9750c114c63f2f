const INVOICE_ROW = ['id', 'detail', 'status', 'value', 'dueDate', 'companyId', 'createdAt', 'updatedAt'];

/** Contract: http §10. */
export const BILLING_CALLS = {
  'GET /invoices/all': { '*.': INVOICE_ROW },
  'GET /invoices': { '': ['invoices', 'count', 'hasMore'], 'invoices.*.': INVOICE_ROW },
  'GET /invoices/:id': { '': INVOICE_ROW },
  'PUT /invoices/:id': { '': INVOICE_ROW },
  'POST /subscription': { '': ['qrcode', 'valor'], 'qrcode.': ['qrcode'], 'valor.': ['original'] },
  'POST /subscription/webhook/:type': { '': ['ok'] },
};
