/** The page of a comparison. */
import { startList } from '../../browser/list.js';
import { allShown, unpacked } from '../../browser/packed.js';
import { type ChangeData, changeEntries } from '../changes.js';

startList(changeEntries(await unpacked<ChangeData>()));
allShown();
