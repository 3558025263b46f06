package encore.query.accounts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.infra.backend.ControlMessage;
import encore.infra.eventstore.RecordedEvent;
import encore.infra.eventstore.keys.KeyEnd;
import encore.infra.eventstore.keys.KeyStore;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.infra.views.sqlite.SqliteViews;
import encore.kernel.Event;
import encore.kernel.Refusal;
import encore.kernel.accounts.Account;
import encore.kernel.accounts.AccountEvent.AccountOpened;
import encore.kernel.accounts.AccountEvent.AccountRenamed;
import encore.kernel.accounts.AccountEvent.OriginAllowed;
import encore.kernel.accounts.AccountEvent.OriginRemoved;
import encore.kernel.accounts.AccountEvent.RateLimitSet;
import encore.kernel.accounts.AccountEvent.RedirectUrlAllowed;
import encore.kernel.accounts.AccountEvent.RedirectUrlRemoved;
import encore.kernel.accounts.AccountId;
import encore.kernel.accounts.AccountQuery.FindAccount;
import encore.kernel.accounts.AccountQuery.FindAccounts;
import encore.kernel.accounts.AccountQuery.FindKey;
import encore.kernel.accounts.AccountQuery.FindKeys;
import encore.kernel.accounts.AccountQuery.FindRedirectUrls;
import encore.kernel.accounts.ApiKey;
import encore.kernel.accounts.KeyEvent.ConsoleSessionEnded;
import encore.kernel.accounts.KeyEvent.KeyIssued;
import encore.kernel.accounts.KeyEvent.KeyRevoked;
import encore.kernel.accounts.KeyId;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AccountsProjectionTest {

    private static final AccountId ARENA = new AccountId(7);

    @TempDir
    private Path directory;

    private final AccountsProjection projection = new AccountsProjection(new OneSecret());
    private Views views;
    private Views.Version version;
    private long position;

    @BeforeEach
    void open() {
        views = SqliteViews.open(directory, true);
        version = views.open(projection.shape(), 1);
    }

    @AfterEach
    void close() {
        views.close();
    }

    @Test
    void an_account_is_found_as_its_events_left_it() {
        happened(
                opened(7, "Arena"),
                new AccountRenamed(ARENA, "Hall"),
                new RateLimitSet(ARENA, 600),
                new OriginAllowed(ARENA, "https://a.example"),
                new OriginAllowed(ARENA, "https://b.example"),
                new OriginRemoved(ARENA, "https://a.example"));
        Account hall = new Account(7, "Hall", 600, Map.of(), List.of("https://b.example"), "p-7", at(1));
        assertThat(account(7)).isEqualTo(hall);
        assertThat(accounts()).containsExactly(hall);
    }

    @Test
    void redirect_urls_are_listed_and_sent_to_gateways() {
        loaded();
        List<ControlMessage> received = followed(projection);
        happened(
                opened(7, "Arena"),
                new RedirectUrlAllowed(ARENA, "https://a.example/b"),
                new OriginAllowed(ARENA, "https://a.example"),
                new RedirectUrlAllowed(ARENA, "com.larks.app:/b"),
                new RedirectUrlRemoved(ARENA, "https://a.example/b"),
                new RateLimitSet(ARENA, 600));
        Account arena = new Account(
                7, "Arena", 600, Map.of(), List.of("https://a.example"), List.of("com.larks.app:/b"), "p-7", at(1));
        assertThat(account(7)).isEqualTo(arena);
        assertThat(version.<List<Account.RedirectUrl>>read(
                        documents -> projection.find(new FindRedirectUrls(7), documents)))
                .containsExactly(new Account.RedirectUrl("com.larks.app:/b"));
        assertThat(received)
                .endsWith(new ControlMessage.Account(
                        7, "Arena", 600, List.of("https://a.example"), List.of("com.larks.app:/b"), "p-7"));
    }

    @Test
    void an_unknown_account_and_an_unknown_key_are_refused() {
        happened(opened(7, "Arena"), issued(7, "a"));
        assertThatThrownBy(() -> account(8)).isInstanceOf(Refusal.class);
        assertThatThrownBy(() -> key(7, "b")).isInstanceOf(Refusal.class);
        assertThatThrownBy(() -> key(8, "a")).isInstanceOf(Refusal.class);
    }

    @Test
    void an_account_sees_its_own_keys_oldest_first_and_not_the_revoked() {
        happened(opened(7, "Arena"), issued(7, "z"), issued(8, "m"), issued(7, "a"), issued(7, "b"));
        happened(new KeyRevoked(new KeyId(7, "a")));
        assertThat(keys(7))
                .containsExactly(
                        new ApiKey("z", "web", List.of("crm"), null, at(2)),
                        new ApiKey("b", "web", List.of("crm"), null, at(5)));
        assertThat(key(7, "z").label()).isEqualTo("web");
    }

    @Test
    void all_keys_are_listed_however_many() {
        happened(opened(7, "Arena"));
        happened(IntStream.range(0, 1_203).mapToObj(i -> issued(7, "k" + i)).toArray(Event[]::new));
        assertThat(keys(7)).hasSize(1_203);
        loaded();
        assertThat(followed(projection))
                .filteredOn(ControlMessage.Key.class::isInstance)
                .hasSize(1_203);
    }

    @Test
    void handling_an_event_twice_leaves_the_same_documents() {
        Event[] events = {
            opened(7, "Arena"),
            new OriginAllowed(ARENA, "https://a.example"),
            issued(7, "a"),
            new RateLimitSet(ARENA, 3)
        };
        happened(events);
        var once = version.checksums();
        position = 0;
        try (Documents.Batch batch = version.begin()) {
            for (Event event : events) {
                handle(new RecordedEvent(event, ++position, at(position), "", 0, origin()), batch);
            }
            batch.commit(100);
        }
        assertThat(version.checksums()).isEqualTo(once);
    }

    @Test
    void a_gateway_gets_the_secrets_all_there_is_a_mark_that_this_is_all_and_then_each_change() {
        happened(opened(7, "Arena"), issued(7, "a"), issued(7, "b"), new KeyRevoked(new KeyId(7, "b")));
        loaded();
        List<ControlMessage> received = followed(projection);
        assertThat(received)
                .extracting(Object::getClass)
                .<Class<?>>containsExactly(
                        ControlMessage.Secrets.class,
                        ControlMessage.Account.class,
                        ControlMessage.Key.class,
                        ControlMessage.Ready.class);
        assertThat(received.get(1)).isEqualTo(new ControlMessage.Account(7, "Arena", null, List.of(), "p-7"));
        assertThat(received.get(2)).isEqualTo(new ControlMessage.Key(7, "a", "hash-a", "web", Set.of("crm"), Set.of()));
        assertThat(received.get(3)).isEqualTo(new ControlMessage.Ready(42));

        happened(issued(7, "c"), new RateLimitSet(ARENA, 9), new KeyRevoked(new KeyId(7, "a")));
        assertThat(received.subList(4, received.size()))
                .containsExactly(
                        new ControlMessage.Key(7, "c", "hash-c", "web", Set.of("crm"), Set.of()),
                        new ControlMessage.Account(7, "Arena", 9, List.of(), "p-7"),
                        new ControlMessage.KeyRevoked("a"));
    }

    @Test
    void a_gateway_gets_a_key_for_each_purpose_and_never_the_secret_that_they_follow_from() {
        loaded();
        ControlMessage.Secrets received =
                (ControlMessage.Secrets) followed(projection).getFirst();
        assertThat(received.apiSecrets()).isEqualTo(new OneSecret().installationSecret("api-secret"));
        // As cookies and cursors of before were sealed: HMAC-SHA256 of the label under "signing".
        assertThat(HexFormat.of().formatHex(received.cursors()))
                .isEqualTo("cccd65c78c19d2e33bd45335c1ea3dd2942e0568bd9bf04da08091c886f49528");
        assertThat(HexFormat.of().formatHex(received.console()))
                .isEqualTo("ac37914cc02b57e852d0b06c35495b5ec94ab49ff9b746d2bb2a6dd648f94443");
        assertThat(List.of(received.apiSecrets(), received.cursors(), received.console(), received.sessions()))
                .doesNotContain(new OneSecret().installationSecret("signing"));
    }

    @Test
    void a_gateway_gets_ended_sessions_also_one_that_comes_later_until_they_would_have_ended() {
        happened(opened(7, "Arena"), issued(7, "a"));
        loaded();
        List<ControlMessage> received = followed(projection);
        happened(new ConsoleSessionEnded(new KeyId(7, "a"), "s1", at(4).getEpochSecond()));
        happened(new ConsoleSessionEnded(new KeyId(7, "a"), "s2", at(9_000).getEpochSecond()));
        assertThat(((ControlMessage.Key) received.getLast()).endedSessions()).containsExactlyInAnyOrder("s1", "s2");
        loaded();
        position = 5_000;
        happened(new ConsoleSessionEnded(new KeyId(7, "a"), "s3", at(9_000).getEpochSecond()));
        List<ControlMessage> later = followed(projection);
        assertThat(((ControlMessage.Key) later.get(2)).endedSessions()).containsExactlyInAnyOrder("s2", "s3");
        assertThat(key(7, "a").label()).isEqualTo("web");
    }

    @Test
    void events_between_asking_and_listening_are_not_lost() {
        happened(opened(7, "Arena"));
        loaded();
        var flux = projection.follow(1);
        happened(issued(7, "a"));
        List<ControlMessage> received = new ArrayList<>();
        flux.subscribe(received::add);
        assertThat(received).filteredOn(ControlMessage.Key.class::isInstance).hasSize(1);
    }

    @Test
    void a_follower_is_cut_off_when_another_version_begins_to_serve() {
        happened(opened(7, "Arena"));
        loaded();
        List<String> ended = new ArrayList<>();
        projection.follow(1).doOnComplete(() -> ended.add("ended")).subscribe();
        loaded();
        assertThat(ended).containsExactly("ended");
    }

    private static List<ControlMessage> followed(AccountsProjection projection) {
        List<ControlMessage> received = new ArrayList<>();
        projection.follow(42).subscribe(received::add);
        return received;
    }

    private void loaded() {
        version.read(documents -> {
            projection.load(documents);
            return true;
        });
    }

    private Account account(long number) {
        return version.read(documents -> projection.find(new FindAccount(number), documents));
    }

    private List<Account> accounts() {
        return version.read(documents -> projection.find(new FindAccounts(), documents));
    }

    private List<ApiKey> keys(long account) {
        return version.read(documents -> projection.find(new FindKeys(account), documents));
    }

    private ApiKey key(long account, String apiKey) {
        return version.read(documents -> projection.find(new FindKey(account, apiKey), documents));
    }

    private void happened(Event... events) {
        List<RecordedEvent> recorded = new ArrayList<>();
        try (Documents.Batch batch = version.begin()) {
            for (Event event : events) {
                RecordedEvent one = new RecordedEvent(event, ++position, at(position), "", 0, origin());
                handle(one, batch);
                recorded.add(one);
            }
            batch.commit(position);
        }
        projection.apply(recorded);
    }

    private void handle(RecordedEvent recordedEvent, Documents.Batch batch) {
        switch (recordedEvent.event()) {
            case AccountOpened event -> projection.on(event, recordedEvent, batch);
            case AccountRenamed event -> projection.on(event, recordedEvent, batch);
            case RateLimitSet event -> projection.on(event, recordedEvent, batch);
            case OriginAllowed event -> projection.on(event, recordedEvent, batch);
            case OriginRemoved event -> projection.on(event, recordedEvent, batch);
            case RedirectUrlAllowed event -> projection.on(event, recordedEvent, batch);
            case RedirectUrlRemoved event -> projection.on(event, recordedEvent, batch);
            case KeyIssued event -> projection.on(event, recordedEvent, batch);
            case ConsoleSessionEnded event -> projection.on(event, recordedEvent, batch);
            case KeyRevoked event -> projection.on(event, recordedEvent, batch);
            default -> throw new AssertionError(recordedEvent.event());
        }
    }

    private static AccountOpened opened(long account, String name) {
        return new AccountOpened(new AccountId(account), name, null, "p-" + account);
    }

    private static KeyIssued issued(long account, String apiKey) {
        return new KeyIssued(new KeyId(account, apiKey), "hash-" + apiKey, "web", List.of("crm"));
    }

    private static Instant at(long position) {
        return Instant.ofEpochMilli(1_700_000_000_000L + position);
    }

    private static RecordedEvent.Origin origin() {
        return new RecordedEvent.Origin(7, "key:a", "Test", "r");
    }

    /** Keys of an installation that was set up in a test. */
    private static final class OneSecret implements KeyStore {

        @Override
        public byte[] installationSecret(String name) {
            byte[] secret = new byte[32];
            Arrays.fill(secret, (byte) name.length());
            return secret;
        }

        @Override
        public byte[] create(String subject) {
            throw new UnsupportedOperationException();
        }

        @Override
        public byte[] find(String subject) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void destroy(Collection<KeyEnd> ends) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long erasedUpTo() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void erasedUpTo(long position) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void close() {}
    }
}
