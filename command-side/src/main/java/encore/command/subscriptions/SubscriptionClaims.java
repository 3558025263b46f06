package encore.command.subscriptions;

import encore.infra.eventstore.Claims.Claim;
import encore.kernel.subscriptions.PartnerSubscriptions;
import encore.kernel.subscriptions.PushDevice;

/** The claims of subscriptions: a partner's users and their devices. */
final class SubscriptionClaims {

    private static final String DEVICES = "push_token";

    private SubscriptionClaims() {}

    static Claim user(long account, String userKey) {
        return new Claim(PartnerSubscriptions.USERS, account, userKey);
    }

    /** The length keeps network and token apart. */
    static Claim device(long account, PushDevice device) {
        String network = device.deviceNetwork();
        return new Claim(DEVICES, account, network.length() + ":" + network + device.pushToken());
    }
}
