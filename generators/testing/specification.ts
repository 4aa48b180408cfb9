/** The specification of this project, which the tests of a process read once. */
import { checkedSpec } from '../../spec/reading/check.js';
import { PACKAGE_ROOT } from '../../spec/reading/root.js';

export const SPECIFICATION = checkedSpec(PACKAGE_ROOT);
