import type { HttpRequestPort } from '../port.js';
import { resultOf } from './outcome.js';
import { textOrBytes } from './text-or-bytes.js';

/** 2/http-request-object-r/* and 2/http-request-object-methods/* */
export function createHttpRequest(port: HttpRequestPort): object {
  return {
    get method() {
      return port.method();
    },
    get uri() {
      return port.uri();
    },
    get requestText() {
      return resultOf(port.requestText());
    },
    return: (status: unknown, text?: unknown) =>
      resultOf(port.return(Number(status), text === undefined ? undefined : textOrBytes(text))),
    log: (message: unknown) => port.log('info', textOrBytes(message)),
    warn: (message: unknown) => port.log('warn', textOrBytes(message)),
    error: (message: unknown) => port.log('error', textOrBytes(message)),
  };
}
