package encore.api.logins;

import encore.api.access.CallSource;
import encore.api.limits.LoginCaller;
import encore.api.problems.Ids;
import encore.infra.backend.Caller;
import encore.kernel.businesses.BusinessId;
import encore.kernel.contacts.ContactId;
import encore.kernel.fans.FanId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A call that carries out a step of a login.
 *
 * @param businessId the business that the fan logs in for
 * @param pageTabId the campaign, or null
 * @param isAccepted whether the fan accepts the legal texts with this call
 */
public record LoginCall(
        Caller caller,
        CallSource source,
        long businessId,
        @Nullable Long pageTabId,
        boolean isAccepted,
        Instant at) {

    public long account() {
        return caller.account();
    }

    public boolean withSecret() {
        return source.withSecret();
    }

    BusinessId business() {
        return new BusinessId(account(), businessId);
    }

    /** Returns the caller as limits by address see it. */
    public LoginCaller limited() {
        return new LoginCaller(account(), source, pageTabId);
    }

    /**
     * Returns the caller of steps that change nothing. They have no request id: a repeat of the request looks again, and
     * the commands that change something have the same ordinals whatever was looked up before.
     */
    Caller reader() {
        return new Caller(account(), caller.actor(), caller.context().forLookUp());
    }

    ContactId newContact() {
        return new ContactId(account(), Ids.uid());
    }

    FanId newFan() {
        return new FanId(account(), Ids.number());
    }

    FanId fan(long number) {
        return new FanId(account(), number);
    }
}
