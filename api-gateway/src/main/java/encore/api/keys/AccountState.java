package encore.api.keys;

import encore.api.server.GatewaySettings;
import encore.infra.backend.ControlMessage;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** An account as this gateway knows it, with its call limit and the position of its last write through this gateway. */
public final class AccountState {

    private final GatewaySettings settings;
    private final AtomicLong position = new AtomicLong();
    private volatile ControlMessage.Account account;
    private volatile CallLimit limit;

    AccountState(ControlMessage.Account account, GatewaySettings settings, long head) {
        this.settings = settings;
        this.account = account;
        limit = new CallLimit(limitPerGateway(account));
        position.set(head);
    }

    /** Takes over the account's new state. Only a changed limit begins a new minute. */
    void update(ControlMessage.Account now) {
        int calls = limitPerGateway(now);
        account = now;
        if (limit.callsPerMinute() != calls) {
            limit = new CallLimit(calls);
        }
    }

    public String name() {
        return account.name();
    }

    public CallLimit limit() {
        return limit;
    }

    public List<String> origins() {
        return account.origins();
    }

    /** Whether browser logins of the account may lead back to exactly this address. */
    public boolean isRedirectUrl(String redirectUrl) {
        return account.redirectUrls().contains(redirectUrl);
    }

    String defaultPointUid() {
        return account.defaultPointUid();
    }

    public long position() {
        return position.get();
    }

    public void recordPosition(long written) {
        if (written > position.get()) {
            position.accumulateAndGet(written, Math::max);
        }
    }

    /** Returns this gateway's share of the account's limit, rounded up. */
    private int limitPerGateway(ControlMessage.Account of) {
        Integer own = of.callsPerMinute();
        int whole = own == null ? settings.rateLimit() : own;
        return (int) (((long) whole + settings.gateways() - 1) / settings.gateways());
    }
}
