import type { Engine } from '../engine/engine.ts';
import { assertLicense, storeLicense } from '../engine/files/store.ts';
import type { Authenticate } from '../engine/http/actor.ts';
import type { Config } from '../platform/config.ts';
import { silentLogger } from '../platform/logger.ts';
import { createSecrets } from '../platform/secrets.ts';
import { payableAbroadOrders } from './abroad/abroad-order.server.ts';
import { payablePurchases } from './codes/card-order.server.ts';
import { codesFeature } from './codes/routes.ts';
import { officialFeature } from './content/official/routes.ts';
import { examAppFeature } from './exam/answers/routes.ts';
import { payableExamOrders } from './exam/orders/exam-order.server.ts';
import { payableMockOrders } from './mock/orders/mock-order.server.ts';
import { mockRegistrationFeature } from './mock/registration/routes.ts';
import { registrationFeature } from './partner/registration/routes.ts';
import { paymentFeature } from './payment/calls/routes.ts';
import { createGateways, type Gateways } from './payment/gateways.ts';
import type { PayableKinds } from './payment/payable.ts';
import { accessFeature } from './people/access/routes.ts';
import { readPerson } from './people/accounts/person.ts';
import { createAccountReader } from './people/auth/account-reader.ts';
import { apiTokensFeature } from './people/auth/api-tokens/routes.ts';
import { authenticateByToken, isApiToken } from './people/auth/api-tokens/tokens.ts';
import { createExtensionReader } from './people/auth/call-token/extension.ts';
import { callTokenFeature } from './people/auth/call-token/routes.ts';
import { createCallTokens } from './people/auth/call-token/tokens.ts';
import { checkCaptcha } from './people/auth/captcha/captcha.ts';
import { locksFeature } from './people/auth/locks/lock-routes.ts';
import { authFeature } from './people/auth/routes.ts';
import { secondFactorFeature } from './people/auth/second-factor/routes.ts';
import { createSessions } from './people/auth/sessions.ts';
import { signOnFeature } from './people/auth/sign-on/routes.ts';
import { readStanding } from './people/auth/standing.ts';
import { portalFeature } from './portal/routes.ts';
import { pushFeature } from './push/routes.ts';
import { callsFeature } from './reach/calls/routes.ts';
import { openReach, type ReachGateways } from './reach/gateways.ts';
import { textsFeature } from './reach/texts/routes.ts';
import { lookupsFeature } from './reference/lookups/routes.ts';
import { payableServiceOrders } from './sales/payable-orders.ts';
import type { Feature } from './shared/feature.ts';
import { statisticsFeature } from './statistics/routes.ts';
import { auditFeature } from './system/audit/routes.ts';
import { configFeature } from './system/config/routes.ts';
import { filesFeature } from './system/files/routes.ts';
import { sendPicture } from './system/files/send.ts';
import { createExchangeLog } from './system/gateway-log.ts';
import { scheduleFeature } from './system/schedule/routes.ts';
import { smsFeature } from './system/sms/routes.ts';
import { websiteFeature } from './system/website/routes.ts';
import { liveFeature } from './teaching/live/routes.ts';
import { videoFeature } from './teaching/video/routes.ts';
import { tiktokFeature } from './tiktok/routes.ts';

/** The kinds of orders that can be paid. */
const payableKinds: PayableKinds = {
  1: payableServiceOrders,
  2: payableMockOrders,
  3: payableAbroadOrders,
  4: payablePurchases,
  5: payableExamOrders,
};

/** The features that need only the engine, and the way they identify callers. */
export function createFeatures(
  engine: Engine,
  config: Config,
  gateways: Gateways = createGateways(engine, config, createExchangeLog(engine, silentLogger())),
  payables: PayableKinds = payableKinds,
  reach: ReachGateways = openReach(engine, config, silentLogger(), createExchangeLog(engine, silentLogger())),
): {
  readonly authenticate: Authenticate;
  readonly features: readonly Feature[];
} {
  const { db, clock } = engine;
  const accountOf = createAccountReader(db);
  const sessions = createSessions(db, clock, accountOf);
  const extensionOf = createExtensionReader(db);
  const tokens = createCallTokens({ db, clock, accountOf, extensionOf });
  const byToken = authenticateByToken(db, clock, accountOf);
  return {
    authenticate: (token, request) =>
      isApiToken(token) ? byToken(token, request) : sessions.authenticate(token, request),
    // First, because it hears of the calls that are mounted after it.
    features: [
      auditFeature,
      authFeature(sessions),
      locksFeature,
      smsFeature,
      secondFactorFeature(sessions, createSecrets(config)),
      signOnFeature(sessions),
      apiTokensFeature,
      callTokenFeature(tokens),
      callsFeature(reach.calls, tokens),
      textsFeature(reach.sms),
      configFeature,
      websiteFeature,
      filesFeature,
      lookupsFeature,
      scheduleFeature,
      paymentFeature(gateways, payables),
      codesFeature(gateways),
      statisticsFeature,
      mockRegistrationFeature,
      examAppFeature,
      officialFeature,
      pushFeature,
      tiktokFeature,
      portalFeature,
      liveFeature,
      videoFeature(sessions.authenticate),
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
