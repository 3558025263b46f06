package encore.api.keys;

import encore.api.server.GatewaySettings;
import encore.infra.backend.Control;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** Holds what this gateway knows of an account, and how far the account has written through it. */
public final class KnownAccount {

    private final GatewaySettings settings;
    private final AtomicLong position = new AtomicLong();
    private volatile Control.Account account;
    private volatile CallLimit limit;

    KnownAccount(Control.Account account, GatewaySettings settings, long head) {
        this.settings = settings;
        this.account = account;
        limit = new CallLimit(share(account));
        position.set(head);
    }

    /** A changed limit begins a new minute; anything else leaves the running one as it is. */
    void become(Control.Account now) {
        int calls = share(now);
        account = now;
        if (limit.calls() != calls) {
            limit = new CallLimit(calls);
        }
    }

    public CallLimit limit() {
        return limit;
    }

    public List<String> origins() {
        return account.origins();
    }

    String defaultPointUid() {
        return account.defaultPointUid();
    }

    public long position() {
        return position.get();
    }

    public void reached(long written) {
        if (written > position.get()) {
            position.accumulateAndGet(written, Math::max);
        }
    }

    /** Each gateway enforces its part of the limit, rounded up. */
    private int share(Control.Account of) {
        Integer own = of.callsPerMinute();
        int whole = own == null ? settings.rateLimit() : own;
        return (int) (((long) whole + settings.gateways() - 1) / settings.gateways());
    }
}
