package encore.query.accounts;

import encore.infra.backend.ControlMessage;
import encore.infra.eventstore.RecordedEvent;
import encore.infra.eventstore.keys.KeyStore;
import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.infra.views.criteria.Index;
import encore.infra.views.criteria.Where;
import encore.kernel.Refusal;
import encore.kernel.accounts.Account;
import encore.kernel.accounts.AccountEvent;
import encore.kernel.accounts.AccountQuery.FindAccount;
import encore.kernel.accounts.AccountQuery.FindAccounts;
import encore.kernel.accounts.AccountQuery.FindKey;
import encore.kernel.accounts.AccountQuery.FindKeys;
import encore.kernel.accounts.AccountQuery.FindOrigins;
import encore.kernel.accounts.AccountQuery.FindRedirectUrls;
import encore.kernel.accounts.ApiKey;
import encore.kernel.accounts.KeyEvent.ConsoleSessionEnded;
import encore.kernel.accounts.KeyEvent.Issued;
import encore.kernel.accounts.KeyEvent.KeyRevoked;
import encore.kernel.accounts.Origin;
import encore.query.documents.Keyset;
import encore.query.projection.ControlSource;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Flux;

/** Keeps accounts and valid API keys: as documents for queries, and as a control stream for every gateway. */
@Component
class AccountsProjection implements ControlSource {

    private static final Collection<Account> ACCOUNTS = Collection.of("accounts", Account.class, Index.on("accountId"));
    private static final Collection<StoredKey> KEYS =
            Collection.of("keys", StoredKey.class, Index.on("account", "position"));

    private static final Keyset<Account> BY_NUMBER = Keyset.byNumber(ACCOUNTS, "accountId", Account::accountId);
    private static final Keyset<StoredKey> OLDEST_FIRST = Keyset.byNumber(KEYS, "position", StoredKey::position);

    private final AccountControlFeed controlFeed;

    AccountsProjection(KeyStore keys) {
        controlFeed = new AccountControlFeed(GatewaySecrets.derive(keys));
    }

    @Override
    public Views.Shape shape() {
        return new Views.Shape("accounts", List.of(ACCOUNTS, KEYS));
    }

    @EventHandler
    void on(AccountEvent event, RecordedEvent recordedEvent, Documents.Batch documents) {
        String key = Long.toString(event.id().account());
        documents.put(ACCOUNTS, key, AccountFold.apply(event, documents.get(ACCOUNTS, key), recordedEvent.at()));
    }

    @EventHandler
    void on(Issued event, RecordedEvent recordedEvent, Documents.Batch documents) {
        documents.put(KEYS, event.key().apiKey(), StoredKey.of(event, recordedEvent));
    }

    @EventHandler
    void on(ConsoleSessionEnded event, RecordedEvent recordedEvent, Documents.Batch documents) {
        StoredKey key = documents.get(KEYS, event.key().apiKey());
        if (key != null) {
            documents.put(KEYS, key.apiKey(), key.withEndedSession(event, recordedEvent));
        }
    }

    @EventHandler
    void on(KeyRevoked event, RecordedEvent recordedEvent, Documents.Batch documents) {
        documents.remove(KEYS, event.key().apiKey());
    }

    @QueryHandler
    Account find(FindAccount query, Documents documents) {
        Account account = documents.get(ACCOUNTS, Long.toString(query.account()));
        if (account == null) {
            throw unknown();
        }
        return account;
    }

    /** Returns a list of an account. It is empty while the account is so new that it is not projected yet. */
    private static Stream<String> ofAccount(long number, Documents documents, Function<Account, List<String>> list) {
        Account account = documents.get(ACCOUNTS, Long.toString(number));
        return account == null ? Stream.of() : list.apply(account).stream();
    }

    @QueryHandler
    List<Origin> find(FindOrigins query, Documents documents) {
        return ofAccount(query.account(), documents, Account::origins)
                .map(Origin::new)
                .toList();
    }

    @QueryHandler
    List<Account.RedirectUrl> find(FindRedirectUrls query, Documents documents) {
        return ofAccount(query.account(), documents, Account::redirectUrls)
                .map(Account.RedirectUrl::new)
                .toList();
    }

    @QueryHandler
    List<Account> find(FindAccounts query, Documents documents) {
        return allAccounts(documents);
    }

    @QueryHandler
    List<ApiKey> find(FindKeys query, Documents documents) {
        return OLDEST_FIRST
                .all(documents, Where.equal("account", query.account()))
                .map(StoredKey::toApiKey)
                .toList();
    }

    @QueryHandler
    ApiKey find(FindKey query, Documents documents) {
        StoredKey key = documents.get(KEYS, query.apiKey());
        if (key == null || key.account() != query.account()) {
            throw unknown();
        }
        return key.toApiKey();
    }

    private static Refusal unknown() {
        return Refusal.unknown("There is nothing at this path.");
    }

    @Override
    public void load(Documents documents) {
        controlFeed.reset(
                allAccounts(documents),
                Keyset.byKey(KEYS).all(documents, Where.all()).toList());
    }

    @Override
    public void apply(List<RecordedEvent> events) {
        for (RecordedEvent recordedEvent : events) {
            switch (recordedEvent.event()) {
                case AccountEvent event -> controlFeed.accountChanged(event, recordedEvent.at());
                case Issued event -> controlFeed.keyIssued(StoredKey.of(event, recordedEvent));
                case ConsoleSessionEnded event -> controlFeed.sessionEnded(event, recordedEvent);
                case KeyRevoked event -> controlFeed.keyRevoked(event.key());
                default -> {}
            }
        }
    }

    @Override
    public Flux<ControlMessage> follow(long reached) {
        return controlFeed.follow(reached);
    }

    private static List<Account> allAccounts(Documents documents) {
        return BY_NUMBER.all(documents, Where.all()).toList();
    }
}
