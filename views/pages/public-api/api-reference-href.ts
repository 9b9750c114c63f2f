/** Version of @scalar/api-reference in package.json: browsers cache it until its name changes. */
export const API_REFERENCE_HREF = '/build/api-reference-1.72.1.js';
