package encore.api.sessions;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import encore.api.logins.LoginContacts.FoundContact;
import encore.api.logins.LoginStep.Unregistered;
import encore.kernel.branding.LegalTexts;
import encore.kernel.sessions.OpenedSession;
import encore.kernel.time.WireTime;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The answer to a step of the login. It has the fields of its step alone: a session; status, phone and password of a
 * contact; request_uid and message of a code that was sent; status, request_uid and verification_uid of a proven contact
 * that is to be registered; status and the legal texts that must be accepted.
 *
 * @param status {@code register}, {@code login} or {@code terms_required}
 */
@RecordBuilder
record ConnectAnswer(
        @JsonUnwrapped @Nullable Opened session,
        @JsonInclude(Include.NON_NULL) @Nullable String status,
        @JsonUnwrapped @Nullable Owner owner,
        @JsonUnwrapped @Nullable Code code,
        @JsonUnwrapped @Nullable Terms terms) {

    private static final String LOGIN = "login";
    private static final String REGISTER = "register";

    /**
     * A session that was opened.
     *
     * @param fanId absent for a guest
     * @param props the fan's; null for a guest
     */
    record Opened(
            String sessionUid,
            @JsonInclude(Include.NON_NULL) @Nullable Long fanId,
            long accountId,
            @Nullable JsonNode props,
            @WireTime(WireTime.Form.SECONDS) Instant expirationTimestamp) {}

    /**
     * The fan of a contact.
     *
     * @param phone whether the fan has a phone
     * @param password whether the fan has a password
     */
    record Owner(boolean phone, boolean password) {}

    /**
     * A code.
     *
     * @param requestUid the id of the code
     * @param message a text for the fan, after a code was sent
     * @param verificationUid proves the contact for half an hour, once, after the right code
     */
    record Code(
            String requestUid,
            @JsonInclude(Include.NON_NULL) @Nullable String message,
            @JsonInclude(Include.NON_NULL) @Nullable String verificationUid) {}

    /** The texts that the fan must accept. Repeat the call with is_accepted. */
    record Terms(
            @Nullable String legalTerms,
            @Nullable String legalPrivacy,
            @Nullable String legalRules) {}

    static ConnectAnswer opened(String sessionUid, long account, OpenedSession opened, @Nullable JsonNode props) {
        return of(new Opened(sessionUid, opened.fanId(), account, props, opened.expiresAt()));
    }

    static ConnectAnswer of(Opened session) {
        return ConnectAnswerBuilder.builder().session(session).build();
    }

    static ConnectAnswer found(FoundContact found) {
        return ConnectAnswerBuilder.builder()
                .status(found.isKnown() ? LOGIN : REGISTER)
                .owner(new Owner(found.hasPhone(), found.hasPassword()))
                .build();
    }

    /** Answers the same for known and unknown contacts: neither phone nor password. */
    static ConnectAnswer proofNeeded() {
        return ConnectAnswerBuilder.builder()
                .status(LOGIN)
                .owner(new Owner(false, false))
                .build();
    }

    static ConnectAnswer sent(String requestUid, String message) {
        return ConnectAnswerBuilder.builder()
                .code(new Code(requestUid, message, null))
                .build();
    }

    static ConnectAnswer unregistered(Unregistered proven) {
        return ConnectAnswerBuilder.builder()
                .status(REGISTER)
                .code(new Code(proven.requestUid(), null, proven.verificationUid()))
                .build();
    }

    static ConnectAnswer termsRequired(LegalTexts texts) {
        return ConnectAnswerBuilder.builder()
                .status("terms_required")
                .terms(new Terms(texts.legalTerms(), texts.legalPrivacy(), texts.legalRules()))
                .build();
    }
}
