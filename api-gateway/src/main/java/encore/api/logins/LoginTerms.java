package encore.api.logins;

import encore.api.logins.LoginStep.TermsRequired;
import encore.infra.backend.Backend;
import encore.kernel.branding.BrandingQuery.FindLegalTexts;
import encore.kernel.branding.LegalTexts;
import encore.kernel.contacts.ContactValue;
import encore.kernel.fans.FanId;
import encore.kernel.fans.proofs.ProofCommand.ReadOpenedFan;
import encore.kernel.sessions.LoginsId;
import encore.kernel.sessions.SessionCommand.ReadAcceptedTerms;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/** Asks fans to accept the legal texts of the business, or else of the branding, before a session or a registration. */
@Component
class LoginTerms {

    private final Backend backend;

    LoginTerms(Backend backend) {
        this.backend = backend;
    }

    /** The legal texts of one call. */
    record CallTerms(LegalTexts texts, boolean isAccepted) {

        /** Whether the fan may have to accept the texts before the call goes on. */
        boolean mayBeAsked() {
            return texts.version() != null && !isAccepted;
        }

        /** Returns the version that the fan accepts with the call, or null. */
        @Nullable
        String accepted() {
            return isAccepted ? texts.version() : null;
        }
    }

    Mono<CallTerms> of(LoginCall call) {
        return backend.ask(call.caller(), new FindLegalTexts(call.account(), call.businessId()))
                .map(texts -> new CallTerms(texts, call.isAccepted()));
    }

    /**
     * Returns the texts if the fan that the proof of a contact opens, or else a new fan, must accept them first, otherwise
     * nothing.
     */
    Mono<LoginStep> requiredForRegistration(LoginCall call, CallTerms terms, ContactValue proven) {
        return opened(call, terms, proven).flatMap(opened -> required(call, terms, opened.orElse(null)));
    }

    /** Returns the texts if the fan that the proof of a contact opens must accept them first, otherwise nothing. */
    Mono<LoginStep> requiredForLogin(LoginCall call, CallTerms terms, ContactValue proven) {
        return opened(call, terms, proven)
                .flatMap(opened -> opened.map(fan -> required(call, terms, fan)).orElse(Mono.empty()));
    }

    /** Finds the fan that the proof of a contact opens. The fan that has the contact may be another one. */
    private Mono<Optional<FanId>> opened(LoginCall call, CallTerms terms, ContactValue proven) {
        return !terms.mayBeAsked()
                ? Mono.empty()
                : backend.send(call.reader(), new ReadOpenedFan(call.newFan(), proven))
                        .map(opened -> Optional.ofNullable(opened.fanId()).map(call::fan));
    }

    /**
     * Returns the texts if they must be accepted before the call goes on, otherwise nothing.
     *
     * @param fan null for a fan that is to be registered
     */
    Mono<LoginStep> required(LoginCall call, CallTerms terms, @Nullable FanId fan) {
        if (!terms.mayBeAsked()) {
            return Mono.empty();
        }
        Mono<List<String>> accepted = fan == null
                ? Mono.just(List.of())
                : backend.send(call.reader(), new ReadAcceptedTerms(new LoginsId(fan)))
                        .map(answer -> answer.versions());
        return accepted.filter(terms.texts()::mustBeAccepted).map(versions -> new TermsRequired(terms.texts()));
    }
}
