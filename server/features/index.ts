import type { Engine } from '../engine/engine.ts';
import type { Authenticate } from '../engine/http/actor.ts';
import { accessFeature } from './access/routes.ts';
import { auditFeature } from './audit/routes.ts';
import { checkCaptcha } from './auth/captcha.ts';
import { readPerson } from './auth/person.ts';
import { authFeature } from './auth/routes.ts';
import { createSessions } from './auth/sessions.ts';
import { configFeature } from './config/routes.ts';
import type { Feature } from './feature.ts';
import { filesFeature } from './files/routes.ts';
import { sendPicture } from './files/send.ts';
import { assertLicense, storeLicense } from './files/store.ts';
import { lookupsFeature } from './lookups/routes.ts';
import { registrationFeature } from './registration/routes.ts';
import { scheduleFeature } from './schedule/routes.ts';
import { websiteFeature } from './website/routes.ts';

/** The features that need nothing but the engine, and how they tell who calls. */
export function createFeatures(engine: Engine): {
  readonly authenticate: Authenticate;
  readonly features: readonly Feature[];
} {
  const sessions = createSessions(engine.db, engine.clock);
  return {
    authenticate: sessions.authenticate,
    // First, because it hears of the calls that are mounted after it.
    features: [
      auditFeature,
      authFeature(sessions),
      configFeature,
      websiteFeature,
      filesFeature,
      lookupsFeature,
      scheduleFeature,
      registrationFeature({
        checkCaptcha,
        assertPicture: assertLicense,
        keepPicture: storeLicense,
        sendPicture,
      }),
      accessFeature(userId => readPerson(engine.db, userId)),
    ],
  };
}
