/** The page of a coverage. */
import { startList } from '../../browser/list.js';
import { allShown, unpacked } from '../../browser/packed.js';
import { type RowData, rowEntries } from '../rows.js';

startList(rowEntries(await unpacked<RowData>()));
allShown();
