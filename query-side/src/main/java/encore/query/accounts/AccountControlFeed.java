package encore.query.accounts;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import encore.infra.backend.ControlMessage;
import encore.infra.eventstore.RecordedEvent;
import encore.kernel.accounts.Account;
import encore.kernel.accounts.AccountEvent;
import encore.kernel.accounts.KeyEvent.ConsoleSessionEnded;
import encore.kernel.accounts.KeyId;
import encore.query.projection.ControlPublisher;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import reactor.core.publisher.Flux;

/** Keeps the accounts and keys that gateways need in memory, and publishes each change to the gateways that follow. */
final class AccountControlFeed {

    private final ControlMessage.Secrets secrets;

    @GuardedBy("this")
    private final Map<Long, Account> accounts = new LinkedHashMap<>();

    @GuardedBy("this")
    private final Map<String, StoredKey> keys = new LinkedHashMap<>();

    private final ControlPublisher publisher = new ControlPublisher();

    AccountControlFeed(ControlMessage.Secrets secrets) {
        this.secrets = secrets;
    }

    /**
     * Replaces all accounts and keys. Followers are disconnected, because the messages that they received may no longer
     * be valid.
     */
    synchronized void reset(List<Account> allAccounts, List<StoredKey> allKeys) {
        publisher.disconnectAll();
        accounts.clear();
        keys.clear();
        for (Account account : allAccounts) {
            accounts.put(account.accountId(), account);
        }
        for (StoredKey key : allKeys) {
            keys.put(key.apiKey(), key);
        }
    }

    synchronized void accountChanged(AccountEvent event, Instant at) {
        Account now = AccountFold.apply(event, accounts.get(event.id().account()), at);
        accounts.put(now.accountId(), now);
        publisher.publish(toControl(now));
    }

    synchronized void keyIssued(StoredKey key) {
        keys.put(key.apiKey(), key);
        publisher.publish(key.toControl());
    }

    synchronized void sessionEnded(ConsoleSessionEnded session, RecordedEvent recordedEvent) {
        StoredKey key = keys.get(session.key().apiKey());
        if (key != null) {
            keyIssued(key.withEndedSession(session, recordedEvent));
        }
    }

    synchronized void keyRevoked(KeyId key) {
        keys.remove(key.apiKey());
        publisher.publish(new ControlMessage.KeyRevoked(key.apiKey()));
    }

    /**
     * Returns all accounts and keys, then Ready, then each change. Changes between this call and the subscription are
     * buffered for the subscriber.
     */
    synchronized Flux<ControlMessage> follow(long reached) {
        List<ControlMessage> known = new ArrayList<>();
        known.add(secrets);
        Stream.concat(
                        accounts.values().stream().map(AccountControlFeed::toControl),
                        keys.values().stream().map(StoredKey::toControl))
                .forEach(known::add);
        return publisher.follow(known, reached);
    }

    private static ControlMessage toControl(Account account) {
        return new ControlMessage.Account(
                account.accountId(),
                account.name(),
                account.callsPerMinute(),
                account.origins(),
                account.redirectUrls(),
                account.defaultPointUid());
    }
}
