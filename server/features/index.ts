import { readPerson } from '../accounts/person.ts';
import { payableMockOrders } from '../datasets/mock/mock-order.server.ts';
import { payableServiceOrders } from '../datasets/payable-orders.ts';
import type { Engine } from '../engine/engine.ts';
import { assertLicense, storeLicense } from '../engine/files/store.ts';
import type { Authenticate } from '../engine/http/actor.ts';
import { createGateways, type Gateways } from '../payments/gateways.ts';
import type { PayableKinds } from '../payments/payable.ts';
import type { Config } from '../platform/config.ts';
import { createSecrets } from '../platform/secrets.ts';
import { accessFeature } from './access/routes.ts';
import { auditFeature } from './audit/routes.ts';
import { createAccountReader } from './auth/account-reader.ts';
import { apiTokensFeature } from './auth/api-tokens/routes.ts';
import { authenticateByToken, isApiToken } from './auth/api-tokens/tokens.ts';
import { createExtensionReader } from './auth/call-token/extension.ts';
import { callTokenFeature } from './auth/call-token/routes.ts';
import { createCallTokens } from './auth/call-token/tokens.ts';
import { checkCaptcha } from './auth/captcha/captcha.ts';
import { locksFeature } from './auth/lock-routes.ts';
import { authFeature } from './auth/routes.ts';
import { secondFactorFeature } from './auth/second-factor/routes.ts';
import { createSessions } from './auth/sessions.ts';
import { signOnFeature } from './auth/sign-on/routes.ts';
import { readStanding } from './auth/standing.ts';
import { configFeature } from './config/routes.ts';
import type { Feature } from './feature.ts';
import { filesFeature } from './files/routes.ts';
import { sendPicture } from './files/send.ts';
import { lookupsFeature } from './lookups/routes.ts';
import { mockRegistrationFeature } from './mock-registration/routes.ts';
import { paymentFeature } from './payment/routes.ts';
import { registrationFeature } from './registration/routes.ts';
import { scheduleFeature } from './schedule/routes.ts';
import { statisticsFeature } from './statistics/routes.ts';
import { websiteFeature } from './website/routes.ts';

/** The kinds of orders that can be paid. */
const payableKinds: PayableKinds = { 1: payableServiceOrders, 2: payableMockOrders };

/** The features that need nothing but the engine, and how they tell who calls. */
export function createFeatures(
  engine: Engine,
  config: Config,
  gateways: Gateways = createGateways(engine, config),
  payables: PayableKinds = payableKinds,
): {
  readonly authenticate: Authenticate;
  readonly features: readonly Feature[];
} {
  const { db, clock } = engine;
  const accountOf = createAccountReader(db);
  const sessions = createSessions(db, clock, accountOf);
  const extensionOf = createExtensionReader(db, engine.datasets);
  const byToken = authenticateByToken(db, clock, accountOf);
  return {
    authenticate: (token, request) =>
      isApiToken(token) ? byToken(token, request) : sessions.authenticate(token, request),
    // First, because it hears of the calls that are mounted after it.
    features: [
      auditFeature,
      authFeature(sessions),
      locksFeature,
      secondFactorFeature(sessions, createSecrets(config)),
      signOnFeature(sessions),
      apiTokensFeature,
      callTokenFeature(createCallTokens({ db, clock, accountOf, extensionOf })),
      configFeature,
      websiteFeature,
      filesFeature,
      lookupsFeature,
      scheduleFeature,
      paymentFeature(gateways, payables),
      statisticsFeature,
      mockRegistrationFeature,
      registrationFeature({
        checkCaptcha,
        assertPicture: assertLicense,
        keepPicture: storeLicense,
        sendPicture,
      }),
      accessFeature({
        readPerson: userId => readPerson(db, userId),
        readStanding: (userId, now) => readStanding(db, userId, now),
      }),
    ],
  };
}
