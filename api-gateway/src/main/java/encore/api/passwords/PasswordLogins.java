package encore.api.passwords;

import encore.api.problems.Ids;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.contacts.ContactValue;
import encore.kernel.passwords.PasswordCommand.FindPassword;
import encore.kernel.passwords.PasswordLookupId;
import encore.kernel.passwords.StoredPassword;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/** Checks a contact with a password. The answer is the same, and takes the same work, for a contact of nobody. */
@Component
public class PasswordLogins {

    private final Backend backend;
    private final PasswordHasher passwordHasher;

    PasswordLogins(Backend backend, PasswordHasher passwordHasher) {
        this.backend = backend;
        this.passwordHasher = passwordHasher;
    }

    /**
     * A password that was compared.
     *
     * @param isRight whether the contact is a fan's and the password is the fan's
     * @param stored the password that it was compared with: the command that opens a session names its {@code fanId},
     *     its {@code passwordHash} and its {@code position}, and is refused when the fan has another one by then
     */
    public record ComparedPassword(boolean isRight, StoredPassword stored) {}

    /** Compares a password with the one of the fan that has a contact. */
    public Mono<ComparedPassword> compare(Caller caller, ContactValue contact, String password) {
        return find(caller, contact)
                .flatMap(stored -> passwordHasher
                        .matches(password, stored.passwordHash())
                        .map(isRight -> new ComparedPassword(isRight && stored.fanId() != null, stored)));
    }

    /** Finds the password of the fan that has a contact. */
    public Mono<StoredPassword> find(Caller caller, ContactValue contact) {
        return backend.send(
                caller.forLookUp(), new FindPassword(new PasswordLookupId(caller.account(), Ids.uid()), contact));
    }
}
