import type { HttpVariable } from '../../host/http/request.js';
import { volatile } from '../../host/variables/variables.js';
import { documentRoot, filePathOf, realRoot } from './paths.js';

/** Variables about the files of a request. */
export const fileVariables: Readonly<Record<string, HttpVariable>> = {
  document_root: volatile(documentRoot),
  realpath_root: volatile(realRoot),
  request_filename: volatile((request) => filePathOf(request)),
};
