package encore.query.accounts;

import encore.infra.backend.Control;
import encore.infra.eventstore.Recorded;
import encore.kernel.accounts.Account;
import encore.kernel.accounts.AccountEvent;
import encore.kernel.accounts.KeyEvent.ConsoleSessionEnded;
import encore.kernel.accounts.KeyId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Sinks;
import reactor.util.concurrent.Queues;

/** Holds what gateways know of keys and accounts, and the gateways that follow it. */
final class Followers {

    /** A follower that far behind is cut off; it begins anew, as after any other break. */
    private static final int BACKLOG = 65_536;

    private final Control.Secrets secrets;
    private final Map<Long, Account> accounts = new LinkedHashMap<>();
    private final Map<String, StoredKey> keys = new LinkedHashMap<>();
    private final List<Sinks.Many<Control>> sinks = new CopyOnWriteArrayList<>();

    Followers(Control.Secrets secrets) {
        this.secrets = secrets;
    }

    /** Knows this and nothing else. Whoever followed is cut off: what it was told may not be so any more. */
    synchronized void beginAnew(List<Account> allAccounts, List<StoredKey> allKeys) {
        sinks.forEach(Sinks.Many::tryEmitComplete);
        sinks.clear();
        accounts.clear();
        keys.clear();
        allAccounts.forEach(account -> accounts.put(account.accountId(), account));
        allKeys.forEach(key -> keys.put(key.apiKey(), key));
    }

    synchronized void changed(AccountEvent event, Instant at) {
        Account now = AccountFold.after(event, accounts.get(event.id().account()), at);
        accounts.put(now.accountId(), now);
        tell(told(now));
    }

    synchronized void issued(StoredKey key) {
        keys.put(key.apiKey(), key);
        tell(key.told());
    }

    synchronized void ended(ConsoleSessionEnded session, Recorded recorded) {
        StoredKey key = keys.get(session.key().apiKey());
        if (key != null) {
            issued(key.without(session, recorded));
        }
    }

    synchronized void revoked(KeyId key) {
        keys.remove(key.apiKey());
        tell(new Control.KeyRevoked(key.apiKey()));
    }

    /** All there is, Ready, then each change; what changes before the flux is subscribed to is kept for it. */
    synchronized Flux<Control> follow(long reached) {
        List<Control> known = new ArrayList<>();
        known.add(secrets);
        Stream.concat(
                        accounts.values().stream().map(Followers::told),
                        keys.values().stream().map(StoredKey::told))
                .forEach(known::add);
        known.add(new Control.Ready(reached));
        Sinks.Many<Control> sink = Sinks.many()
                .unicast()
                .onBackpressureBuffer(Queues.<Control>get(BACKLOG).get());
        sinks.add(sink);
        return Flux.concat(Flux.fromIterable(known), sink.asFlux()).doFinally(ended -> sinks.remove(sink));
    }

    private void tell(Control news) {
        for (Sinks.Many<Control> sink : sinks) {
            if (sink.tryEmitNext(news).isFailure()) {
                sinks.remove(sink);
                sink.tryEmitComplete();
            }
        }
    }

    private static Control told(Account account) {
        return new Control.Account(
                account.accountId(),
                account.name(),
                account.callsPerMinute(),
                account.origins(),
                account.defaultPointUid());
    }
}
