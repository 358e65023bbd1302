import { registry } from '@yikao/model/contexts/datasets.ts';
import { defineServer } from '../../engine/table/server-side.ts';
import { chooseFor } from './devices.ts';

/** Server side of devices (domain N2): of a person's devices another one is chosen when one is deleted or comes back. */
export const pushDeviceServer = defineServer(registry.pushDevice, {
  changed: (db, keys, what) =>
    what === 'deleted' || what === 'restored' ? chooseFor(db, keys) : Promise.resolve(),
});
