/** The ids of rows in addresses and in the page. */
import type { MatrixCase, MatrixObject, MatrixRequirement } from '../../../matrix/model.js';
import { printableLine } from '../../../printable.js';

/** What distinguishes a row from others in the page: its id, encoded for the page. */
export const rowKey = (id: string): string => printableLine(id);

export const objectKey = ({ document, title }: MatrixObject): string => rowKey(`${document} ${title}`);

export const matrixCaseId = (of: MatrixRequirement, one: MatrixCase): string => one.id ?? `${of.id}/${one.name}`;
