import { ApiError, type Encoded, type Options } from './api-error.ts';

/** fetch reports no upload progress; XMLHttpRequest does. */
export function upload<T>(
  method: string,
  url: string,
  { body, headers }: Encoded,
  options: Options,
  answer: (status: number, text: string) => Promise<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => options.onProgress?.(total ? loaded / total : 0);
    request.onerror = () => reject(new ApiError('ERR_NETWORK', 0));
    request.onabort = () => reject(new DOMException('Aborted', 'AbortError'));
    request.onload = () => resolve(answer(request.status, request.responseText));
    options.signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(body as XMLHttpRequestBodyInit);
  });
}
