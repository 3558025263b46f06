package encore.api.passwords;

import static org.assertj.core.api.Assertions.assertThat;

import encore.api.FakeBackend;
import encore.api.passwords.PasswordLogins.ComparedPassword;
import encore.infra.backend.Caller;
import encore.infra.backend.RequestContext;
import encore.kernel.contacts.ContactValue;
import encore.kernel.passwords.PasswordCommand.FindPassword;
import encore.kernel.passwords.StoredPassword;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PasswordLoginsTest {

    private static final ContactValue ANN = ContactValue.email("ann@x.example");
    private static final String HASH = Argon2idHash.of("correct horse").encoded();

    private final FakeBackend backend = new FakeBackend();
    private final PasswordHasher hasher = new PasswordHasher(1, 10);
    private final PasswordLogins logins = new PasswordLogins(backend, hasher);
    private final Caller caller =
            new Caller(7, "key-7", new RequestContext("7:once", "f", 41, Duration.ofSeconds(1), true));

    @AfterEach
    void stop() {
        hasher.destroy();
    }

    @Test
    void the_right_password_comes_with_what_it_was_compared_with() {
        StoredPassword stored = new StoredPassword(42L, HASH, 99);
        backend.on(FindPassword.class, command -> stored);
        assertThat(compare("correct horse")).isEqualTo(new ComparedPassword(true, stored));
        assertThat(compare("wrong")).isEqualTo(new ComparedPassword(false, stored));
    }

    @Test
    void a_contact_of_nobody_and_a_fan_without_a_password_are_wrong() {
        backend.on(FindPassword.class, command -> StoredPassword.OF_NOBODY);
        assertThat(compare("correct horse").isRight()).isFalse();
        backend.on(FindPassword.class, command -> new StoredPassword(42L, null, 0));
        assertThat(compare("correct horse").isRight()).isFalse();
    }

    @Test
    void a_look_up_takes_no_request_id_so_the_session_that_follows_is_the_first_command() {
        backend.on(FindPassword.class, command -> StoredPassword.OF_NOBODY);
        compare("x");
        assertThat(caller.context().nextRequestId()).isEqualTo("7:once/0");
        assertThat(backend.sent).singleElement().isInstanceOfSatisfying(FindPassword.class, find -> {
            assertThat(find.lookup().account()).isEqualTo(7);
            assertThat(find.contact()).isEqualTo(ANN);
        });
    }

    private ComparedPassword compare(String password) {
        return logins.compare(caller, ANN, password).block();
    }
}
