package encore.api.logins;

import encore.api.access.CallSource;
import encore.api.contacts.Contacts;
import encore.api.keys.KnownSession;
import encore.api.keys.KnownSessions;
import encore.api.limits.AddressLimit;
import encore.api.limits.CodeBudget;
import encore.api.limits.LoginCaller;
import encore.api.limits.LoginLimits;
import encore.api.logins.LoginStep.ContactAdded;
import encore.api.logins.LoginStep.ProvenLogin;
import encore.api.logins.LoginStep.Unregistered;
import encore.api.logins.LoginTerms.CallTerms;
import encore.api.problems.Ids;
import encore.api.problems.Problem;
import encore.api.wire.ErrorCode;
import encore.infra.backend.Backend;
import encore.kernel.businesses.BusinessQuery.FindBusinesses;
import encore.kernel.contacts.CodeReference;
import encore.kernel.contacts.ContactCommand.RequestCode;
import encore.kernel.contacts.ContactCommand.SubmitCode;
import encore.kernel.contacts.ContactCommand.VerifyContact;
import encore.kernel.contacts.ContactKind;
import encore.kernel.contacts.ContactValue;
import encore.kernel.fans.FanId;
import encore.kernel.fans.proofs.AddedContact.Outcome;
import encore.kernel.fans.proofs.ProofCommand.AddProvenContact;
import encore.kernel.fans.proofs.ProofCommand.ProveContact;
import encore.kernel.fans.proofs.ProofCommand.ReadProvenContact;
import encore.kernel.loginsettings.CodeChannel;
import encore.kernel.loginsettings.LoginSettingsQuery.FindLoginSettings;
import encore.kernel.sessions.logins.LoginType;
import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/** Sends codes, and proves contacts by them. Known and unknown contacts are treated alike. */
@Component
public class CodeLogins {

    private final Backend backend;
    private final LoginContacts contacts;
    private final LoginTerms terms;
    private final LoginFailures failures;
    private final LoginLimits loginLimits;
    private final CodeBudget codeBudget;

    CodeLogins(
            Backend backend,
            LoginContacts contacts,
            LoginTerms terms,
            LoginFailures failures,
            LoginLimits loginLimits,
            CodeBudget codeBudget) {
        this.backend = backend;
        this.contacts = contacts;
        this.terms = terms;
        this.failures = failures;
        this.loginLimits = loginLimits;
        this.codeBudget = codeBudget;
    }

    /** Asks for a code, which is sent later; answers its request_uid. */
    public Mono<String> request(LoginCall call, ContactValue contact) {
        return mustBeAllowed(call, contact)
                .then(Mono.defer(() -> senderName(call)))
                .flatMap(name -> take(call, contact, name));
    }

    /** Refuses a phone of a country to which the account sends no codes. */
    private Mono<Void> mustBeAllowed(LoginCall call, ContactValue contact) {
        return contact.kind() == ContactKind.EMAIL
                ? Mono.empty()
                : backend.ask(call.caller(), new FindLoginSettings(call.account()))
                        .filter(settings -> !settings.sendsSmsTo(Contacts.countryOf(contact.value())))
                        .flatMap(settings -> Mono.error(
                                Problem.input("phone", ErrorCode.VALUE, "is of a country to which no codes are sent")));
    }

    private Mono<String> senderName(LoginCall call) {
        return backend.ask(call.caller(), new FindBusinesses(call.account(), List.of(call.businessId())))
                .map(found -> found.isEmpty()
                        ? ""
                        : Objects.requireNonNullElse(found.getFirst().businessName(), ""));
    }

    private Mono<String> take(LoginCall call, ContactValue contact, String senderName) {
        CodeChannel channel = contact.kind() == ContactKind.EMAIL ? CodeChannel.EMAIL : CodeChannel.SMS;
        loginLimits.take(call.limited(), AddressLimit.UNUSED_CODES);
        InetAddress network = loginLimits.networkOf(call.limited());
        return codeBudget
                .take(call.caller(), channel)
                .then(Mono.defer(() -> send(call, contact, network, senderName))
                        .doOnError(failed -> codeBudget.giveBack(call.caller(), channel)))
                .doOnError(failed -> loginLimits.giveBack(call.limited(), AddressLimit.UNUSED_CODES));
    }

    private Mono<String> send(LoginCall call, ContactValue contact, @Nullable InetAddress network, String senderName) {
        var command = new RequestCode(
                call.newContact(),
                contact,
                Ids.uid(),
                network == null ? null : NetUtil.toAddressString(network),
                senderName);
        return backend.send(call.caller(), command)
                .flatMap(requested -> LoginFailures.mustBeWithin(requested.retryAfter())
                        .then(Mono.fromSupplier(() -> String.valueOf(requested.reference()))));
    }

    /**
     * Submits a code as a login. The code is used up, unless terms must be accepted first.
     *
     * @param requestUid the request_uid as the caller sent it
     */
    public Mono<LoginStep> submit(LoginCall call, String requestUid, String code) {
        return asked(
                call,
                requestUid,
                reference -> terms.of(call)
                        .flatMap(found -> found.mayBeAsked()
                                ? ask(call, reference, code)
                                        .flatMap(contact -> terms.requiredForLogin(call, found, contact))
                                        .switchIfEmpty(Mono.defer(() -> use(call, reference, code, found)))
                                : use(call, reference, code, found)));
    }

    /**
     * Submits a code with the session of a fan. It adds the contact to that fan or replaces one, which needs a login
     * within the hour or the secret. If it already is the fan's confirmed contact, it is a login.
     */
    public Mono<LoginStep> submitFor(LoginCall call, KnownSession session, String requestUid, String code) {
        FanId fan = call.fan(Objects.requireNonNull(session.fanId(), "a fan's session"));
        return asked(
                call,
                requestUid,
                reference -> ask(call, reference, code)
                        .flatMap(contact -> backend.send(call.reader(), new ReadProvenContact(fan, contact))
                                .onErrorMap(KnownSessions::toSessionProblem)
                                .flatMap(proven -> proven.fanId() == null
                                        ? add(call, session, fan, reference, code)
                                        : submit(call, requestUid, code))));
    }

    private Mono<LoginStep> add(LoginCall call, KnownSession session, FanId fan, CodeReference reference, String code) {
        if (!call.withSecret() && !session.isOfRecentLogin(call.at())) {
            return LoginFailures.loginAgain();
        }
        return verify(call, reference, code, Ids.uid())
                .flatMap(contact -> backend.send(call.caller(), new AddProvenContact(fan, contact))
                        .onErrorMap(KnownSessions::toSessionProblem)
                        .map(added -> new ContactAdded(fan, added.outcome() == Outcome.REPLACED)));
    }

    private Mono<LoginStep> asked(LoginCall call, String requestUid, Function<CodeReference, Mono<LoginStep>> step) {
        return Mono.defer(() -> {
            failures.mustBeWithin(call);
            CodeReference reference = CodeReference.parse(requestUid);
            return reference == null ? failures.wrong(call) : step.apply(reference);
        });
    }

    /** Asks whether a code is right, without using it up. A wrong one costs a try. */
    private Mono<ContactValue> ask(LoginCall call, CodeReference reference, String code) {
        return backend.send(call.caller(), new SubmitCode(call.newContact(), reference, code, false))
                .flatMap(submitted ->
                        submitted.contact() == null ? failures.wrong(call) : contacts.read(call, submitted.contact()));
    }

    private Mono<LoginStep> use(LoginCall call, CodeReference reference, String code, CallTerms found) {
        String verificationUid = Ids.uid();
        return verify(call, reference, code, verificationUid)
                .flatMap(contact -> backend.send(call.caller(), new ProveContact(call.newFan(), contact))
                        .map(proven -> proven.fanId() == null
                                ? new Unregistered(reference.toString(), verificationUid)
                                : new ProvenLogin(
                                        call.fan(proven.fanId()), contact, LoginType.CODE, null, found.accepted())));
    }

    /** Uses a code up. The address that asked for it gets its count back. */
    private Mono<ContactValue> verify(LoginCall call, CodeReference reference, String code, String verificationUid) {
        return backend.send(call.caller(), new VerifyContact(call.newContact(), reference, code, verificationUid))
                .flatMap(verified -> {
                    if (verified.contact() == null) {
                        return failures.wrong(call);
                    }
                    giveBack(call, verified.callerNetwork());
                    return contacts.read(call, verified.contact());
                });
    }

    private void giveBack(LoginCall call, @Nullable String network) {
        if (network != null) {
            loginLimits.giveBack(
                    new LoginCaller(call.account(), new CallSource(false, InetAddress.ofLiteral(network)), null),
                    AddressLimit.UNUSED_CODES);
        }
    }
}
