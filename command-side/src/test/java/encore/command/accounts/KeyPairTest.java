package encore.command.accounts;

import static encore.command.accounts.AccountTest.refusal;

import encore.command.AggregateUnderTest;
import encore.kernel.accounts.AccountId;
import encore.kernel.accounts.EndedSession;
import encore.kernel.accounts.IssuedKey;
import encore.kernel.accounts.KeyCommand.EndConsoleSession;
import encore.kernel.accounts.KeyCommand.IssueKey;
import encore.kernel.accounts.KeyCommand.RevokeKey;
import encore.kernel.accounts.KeyEvent.ConsoleSessionEnded;
import encore.kernel.accounts.KeyEvent.KeyIssued;
import encore.kernel.accounts.KeyEvent.KeyRevoked;
import encore.kernel.accounts.KeyId;
import encore.kernel.accounts.RevokedKey;
import java.util.List;
import org.axonframework.modelling.command.AggregateNotFoundException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeyPairTest {

    private static final KeyId KEY = new KeyId(7, "abc");

    private final AggregateUnderTest<KeyPair> keys = new AggregateUnderTest<>(KeyPair.class);

    @BeforeEach
    void account_7_is_the_only_one() {
        keys.streams.open(new AccountId(7));
    }

    @Test
    void a_key_pair_is_issued_with_its_scopes_in_order_and_each_once() {
        keys.givenNoPriorActivity()
                .when(new IssueKey(KEY, "hash", "server", List.of("manage", "crm", "manage")))
                .expectEvents(new KeyIssued(KEY, "hash", "server", List.of("crm", "manage")))
                .expectResultMessagePayload(new IssuedKey("abc"));
    }

    @Test
    void a_scope_that_is_none_is_refused() {
        keys.givenNoPriorActivity()
                .when(new IssueKey(KEY, "hash", "server", List.of("crm", "everything")))
                .expectNoEvents()
                .expectException(refusal("unknown-scope", "scopes"));
        keys.givenNoPriorActivity()
                .when(new IssueKey(KEY, "hash", "server", List.of()))
                .expectException(refusal("unknown-scope", "scopes"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " "})
    void a_key_pair_needs_a_label(String label) {
        keys.givenNoPriorActivity()
                .when(new IssueKey(KEY, "hash", label, List.of("crm")))
                .expectException(refusal("key-label", "label"));
    }

    @Test
    void an_unknown_account_gets_no_key() {
        keys.givenNoPriorActivity()
                .when(new IssueKey(new KeyId(8, "abc"), "hash", "server", List.of("crm")))
                .expectNoEvents()
                .expectException(refusal("unknown", null));
    }

    @Test
    void a_key_that_was_issued_is_not_issued_again() {
        keys.given(issued())
                .when(new IssueKey(KEY, "other", "server", List.of("crm")))
                .expectNoEvents()
                .expectException(refusal("api-key-taken", null));
    }

    @Test
    void a_session_of_the_console_ends_as_long_as_its_key_has_not() {
        keys.given(issued())
                .when(new EndConsoleSession(KEY, "session-1", 1_800_000_000))
                .expectEvents(new ConsoleSessionEnded(KEY, "session-1", 1_800_000_000))
                .expectResultMessagePayload(new EndedSession("session-1", 1_800_000_000));
        keys.given(issued(), new KeyRevoked(KEY))
                .when(new EndConsoleSession(KEY, "session-1", 1_800_000_000))
                .expectNoEvents();
    }

    @Test
    void a_key_pair_is_revoked_once() {
        keys.given(issued())
                .when(new RevokeKey(KEY))
                .expectEvents(new KeyRevoked(KEY))
                .expectResultMessagePayload(new RevokedKey("abc"));
        keys.given(issued(), new KeyRevoked(KEY))
                .when(new RevokeKey(KEY))
                .expectNoEvents()
                .expectException(refusal("unknown", null));
    }

    @Test
    void a_key_that_never_was_cannot_be_revoked() {
        keys.givenNoPriorActivity()
                .when(new RevokeKey(KEY))
                .expectNoEvents()
                .expectException(AggregateNotFoundException.class);
    }

    private static KeyIssued issued() {
        return new KeyIssued(KEY, "hash", "server", List.of("crm"));
    }
}
