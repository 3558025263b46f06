package encore.query.accounts;

import encore.infra.backend.Control;
import encore.infra.eventstore.Recorded;
import encore.kernel.accounts.Account;
import encore.kernel.accounts.AccountEvent;
import encore.kernel.accounts.KeyEvent.ConsoleSessionEnded;
import encore.kernel.accounts.KeyId;
import encore.query.projection.ControlNews;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import reactor.core.publisher.Flux;

/** Keeps the accounts and keys that gateways need in memory, and publishes each change to the gateways that follow. */
final class Followers {

    private final Control.Secrets secrets;
    private final Map<Long, Account> accounts = new LinkedHashMap<>();
    private final Map<String, StoredKey> keys = new LinkedHashMap<>();
    private final ControlNews news = new ControlNews();

    Followers(Control.Secrets secrets) {
        this.secrets = secrets;
    }

    /**
     * Replaces all accounts and keys. Followers are disconnected, because the messages that they received may no longer
     * be valid.
     */
    synchronized void beginAnew(List<Account> allAccounts, List<StoredKey> allKeys) {
        news.cutOff();
        accounts.clear();
        keys.clear();
        allAccounts.forEach(account -> accounts.put(account.accountId(), account));
        allKeys.forEach(key -> keys.put(key.apiKey(), key));
    }

    synchronized void changed(AccountEvent event, Instant at) {
        Account now = AccountFold.after(event, accounts.get(event.id().account()), at);
        accounts.put(now.accountId(), now);
        news.tell(told(now));
    }

    synchronized void issued(StoredKey key) {
        keys.put(key.apiKey(), key);
        news.tell(key.told());
    }

    synchronized void ended(ConsoleSessionEnded session, Recorded recorded) {
        StoredKey key = keys.get(session.key().apiKey());
        if (key != null) {
            issued(key.without(session, recorded));
        }
    }

    synchronized void revoked(KeyId key) {
        keys.remove(key.apiKey());
        news.tell(new Control.KeyRevoked(key.apiKey()));
    }

    /**
     * Returns all accounts and keys, then Ready, then each change. Changes between this call and the subscription are
     * buffered for the subscriber.
     */
    synchronized Flux<Control> follow(long reached) {
        List<Control> known = new ArrayList<>();
        known.add(secrets);
        Stream.concat(
                        accounts.values().stream().map(Followers::told),
                        keys.values().stream().map(StoredKey::told))
                .forEach(known::add);
        return news.follow(known, reached);
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
