/** What rows are called, in addresses and in the page. */
import type { MatrixCase, MatrixObject, MatrixRequirement } from '../../../matrix/model.js';
import { printableLine } from '../../../printable.js';

/** What tells a row from others in the page: its id, as a page can hold it. */
export const rowKey = (id: string): string => printableLine(id);

export const objectKey = ({ document, title }: MatrixObject): string => rowKey(`${document} ${title}`);

export const matrixCaseId = (of: MatrixRequirement, one: MatrixCase): string => one.id ?? `${of.id}/${one.name}`;
