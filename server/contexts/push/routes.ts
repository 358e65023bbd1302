import { pushCalls } from '@yikao/model/contexts/push/push.calls.ts';
import { handle } from '../../engine/http/handle.ts';
import type { Feature } from '../shared/feature.ts';
import { signedCalls } from '../shared/signed-calls.ts';
import { bindDevice, noteClick, unbindDevice } from './devices.ts';

/** Most bytes of a call about a device. */
const mostBytes = 4 * 1024;

/** The calls of apps about their devices (domain N2), signed with an app's key. */
export const pushFeature: Feature = (app, { engine, config }) => {
  signedCalls(app, { engine, config }, mostBytes, scope => {
    handle(scope, pushCalls.bind, ({ body }) => bindDevice(engine, body));
    handle(scope, pushCalls.unbind, async ({ body }) => {
      await unbindDevice(engine, body);
      return undefined;
    });
    handle(scope, pushCalls.click, async ({ body }) => {
      await noteClick(engine, body);
      return undefined;
    });
  });
};
