import type { HttpRequest } from '../../host/http/request.js';
import { type EmbeddedVariable, volatile } from '../../host/variables/variables.js';
import { documentRoot, pathOf, realRoot } from './paths.js';

/** Variables about the files of a request. */
export const fileVariables: Readonly<Record<string, EmbeddedVariable<HttpRequest>>> = {
  document_root: volatile(documentRoot),
  realpath_root: volatile(realRoot),
  request_filename: volatile((request) => pathOf(request)),
};
