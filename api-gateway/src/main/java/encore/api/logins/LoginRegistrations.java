package encore.api.logins;

import encore.api.limits.AddressLimit;
import encore.api.limits.LoginLimits;
import encore.api.logins.LoginStep.ProofNeeded;
import encore.api.logins.LoginStep.ProvenLogin;
import encore.api.logins.LoginTerms.CallTerms;
import encore.api.passwords.PasswordHasher;
import encore.infra.backend.Backend;
import encore.kernel.contacts.CodeReference;
import encore.kernel.contacts.ContactCommand.RecordUnprovenRegistration;
import encore.kernel.contacts.ContactCommand.UseVerification;
import encore.kernel.contacts.ContactValue;
import encore.kernel.fans.FanId;
import encore.kernel.fans.profile.Consent;
import encore.kernel.fans.profile.Profile;
import encore.kernel.fans.proofs.ProofCommand.RegisterProvenFan;
import encore.kernel.fans.proofs.ProofCommand.RegisterUnprovenFan;
import encore.kernel.sessions.logins.LoginType;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/** Registers fans, by a verification or without a proof. */
@Component
public class LoginRegistrations {

    private final Backend backend;
    private final LoginContacts contacts;
    private final LoginTerms terms;
    private final LoginFailures failures;
    private final LoginLimits loginLimits;
    private final PasswordHasher passwordHasher;

    LoginRegistrations(
            Backend backend,
            LoginContacts contacts,
            LoginTerms terms,
            LoginFailures failures,
            LoginLimits loginLimits,
            PasswordHasher passwordHasher) {
        this.backend = backend;
        this.contacts = contacts;
        this.terms = terms;
        this.failures = failures;
        this.loginLimits = loginLimits;
        this.passwordHasher = passwordHasher;
    }

    /**
     * Registers a fan by contacts that nobody has proven. The answer is the same if a fan has the contact already; then
     * nothing changes.
     *
     * @param contact the contact of the profile by which the fan is found
     */
    public Mono<LoginStep> registerUnproven(LoginCall call, ContactValue contact, Profile profile) {
        return terms.of(call)
                .flatMap(found -> terms.required(call, found, null).switchIfEmpty(Mono.defer(() -> {
                    // Not given back for a known contact: the limit must not reveal who is known.
                    loginLimits.take(call.limited(), AddressLimit.NEW_FANS);
                    return backend.send(
                                    call.caller(),
                                    new RegisterUnprovenFan(call.newFan(), profile, Consent.EMPTY, call.withSecret()))
                            .then(Mono.defer(() -> backend.send(
                                    call.caller(), new RecordUnprovenRegistration(call.newContact(), contact))))
                            .map(recorded -> new ProofNeeded());
                })));
    }

    /**
     * Registers a fan by a verification, which is used up unless terms must be accepted first. The fan is registered
     * before the verification is used up: after a crash in between the caller sends the call again.
     *
     * @param requestUid the request_uid of the code
     * @param password of 8 to 256 characters, or null
     */
    public Mono<LoginStep> registerProven(
            LoginCall call, String requestUid, String verificationUid, Profile profile, @Nullable String password) {
        return Mono.defer(() -> {
            failures.mustBeWithin(call);
            CodeReference reference = CodeReference.parse(requestUid);
            if (reference == null) {
                return failures.wrong(call);
            }
            return verify(call, reference, verificationUid, false)
                    .flatMap(contact -> terms.of(call)
                            .flatMap(found -> terms.requiredForRegistration(call, found, contact)
                                    .switchIfEmpty(Mono.defer(() -> register(call, contact, profile, password)
                                            .flatMap(proven -> verify(call, reference, verificationUid, true)
                                                    .map(used -> with(found, proven)))))));
        });
    }

    private Mono<ContactValue> verify(LoginCall call, CodeReference reference, String verificationUid, boolean isUsed) {
        return backend.send(
                        isUsed ? call.caller() : call.reader(),
                        new UseVerification(call.newContact(), reference, verificationUid, isUsed))
                .flatMap(submitted ->
                        submitted.contact() == null ? failures.wrong(call) : contacts.read(call, submitted.contact()));
    }

    private Mono<ProvenLogin> register(
            LoginCall call, ContactValue contact, Profile profile, @Nullable String password) {
        return passwordHasher
                .hash(password)
                .flatMap(hash -> backend.send(
                                call.caller(),
                                new RegisterProvenFan(
                                        call.newFan(),
                                        contact,
                                        profile,
                                        Consent.EMPTY,
                                        hash.orElse(null),
                                        call.withSecret()))
                        .flatMap(registered -> passwordPosition(call, contact, hash)
                                .map(position -> new ProvenLogin(
                                        call.fan(registered.fanId()),
                                        contact,
                                        LoginType.REGISTER,
                                        position.orElse(null),
                                        null))));
    }

    /** Finds the position of the password that the registration has set. A fan that was known keeps its own. */
    private Mono<Optional<Long>> passwordPosition(LoginCall call, ContactValue contact, Optional<String> hash) {
        return hash.isEmpty()
                ? Mono.just(Optional.empty())
                : contacts.find(call, contact)
                        .map(stored -> hash.get().equals(stored.passwordHash())
                                ? Optional.of(stored.position())
                                : Optional.empty());
    }

    private static LoginStep with(CallTerms found, ProvenLogin proven) {
        FanId fan = proven.fan();
        return new ProvenLogin(fan, proven.contact(), proven.type(), proven.passwordPosition(), found.accepted());
    }
}
