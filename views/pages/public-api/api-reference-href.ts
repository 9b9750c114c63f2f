/** Of @scalar/api-reference in package.json: browsers keep it until its name changes. */
export const API_REFERENCE_HREF = '/build/api-reference-1.72.1.js';
