package encore.api.logins;

import encore.api.limits.AddressLimit;
import encore.api.limits.LoginLimits;
import encore.api.passwords.PasswordLogins;
import encore.infra.backend.Backend;
import encore.kernel.contacts.ContactAddress;
import encore.kernel.contacts.ContactCommand.ReadContact;
import encore.kernel.contacts.ContactCommand.RecordLookUp;
import encore.kernel.contacts.ContactId;
import encore.kernel.contacts.ContactValue;
import encore.kernel.fans.FanCommand.ReadContacts;
import encore.kernel.passwords.StoredPassword;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/** Looks contacts up. */
@Component
public class LoginContacts {

    private final Backend backend;
    private final PasswordLogins passwordLogins;
    private final LoginLimits loginLimits;

    LoginContacts(Backend backend, PasswordLogins passwordLogins, LoginLimits loginLimits) {
        this.backend = backend;
        this.passwordLogins = passwordLogins;
        this.loginLimits = loginLimits;
    }

    /**
     * The answer to a look-up.
     *
     * @param isKnown whether a fan has the contact; without one, the rest is false
     */
    public record FoundContact(boolean isKnown, boolean hasPhone, boolean hasPassword) {
        private static final FoundContact OF_NOBODY = new FoundContact(false, false, false);
    }

    /** Looks a contact up. The look-up counts for the contact, and for the address when nobody has the contact. */
    public Mono<FoundContact> lookUp(LoginCall call, ContactValue contact) {
        return Mono.defer(() -> {
            loginLimits.mustBeWithin(call.limited(), AddressLimit.FAILED_LOOKUPS);
            return backend.send(call.caller(), new RecordLookUp(call.newContact(), contact))
                    .flatMap(counted -> LoginFailures.mustBeWithin(counted.retryAfter()))
                    .then(Mono.defer(() -> find(call, contact)))
                    .flatMap(stored -> found(call, stored));
        });
    }

    private Mono<FoundContact> found(LoginCall call, StoredPassword stored) {
        Long fanId = stored.fanId();
        if (fanId == null) {
            loginLimits.count(call.limited(), AddressLimit.FAILED_LOOKUPS);
            return Mono.just(FoundContact.OF_NOBODY);
        }
        return backend.send(call.reader(), new ReadContacts(call.fan(fanId)))
                .map(contacts -> new FoundContact(true, contacts.phone() != null, stored.passwordHash() != null));
    }

    /** Finds the fan that has a contact, with its password. */
    Mono<StoredPassword> find(LoginCall call, ContactValue contact) {
        return passwordLogins.find(call.caller(), contact);
    }

    /** Reads the email or phone of a contact that was proven. */
    Mono<ContactValue> read(LoginCall call, ContactId contact) {
        return backend.send(call.reader(), new ReadContact(contact))
                .map(ContactAddress::name)
                .onErrorMap(LoginFailures::lateFailure);
    }
}
