package encore.api.sessions;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import encore.api.logins.LoginContacts.FoundContact;
import encore.api.logins.LoginStep.Unregistered;
import encore.kernel.branding.LegalTexts;
import encore.kernel.sessions.OpenedSession;
import encore.kernel.time.WireTime;
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
        return answer(session, null).with(null, null);
    }

    static ConnectAnswer found(FoundContact found) {
        return answer(null, found.isKnown() ? LOGIN : REGISTER)
                .with(new Owner(found.hasPhone(), found.hasPassword()), null);
    }

    /** Says of nobody whether it has a phone or a password. */
    static ConnectAnswer proofNeeded() {
        return answer(null, LOGIN).with(new Owner(false, false), null);
    }

    static ConnectAnswer sent(String requestUid, String message) {
        return answer(null, null).with(null, new Code(requestUid, message, null));
    }

    static ConnectAnswer unregistered(Unregistered proven) {
        return answer(null, REGISTER).with(null, new Code(proven.requestUid(), null, proven.verificationUid()));
    }

    static ConnectAnswer termsRequired(LegalTexts texts) {
        ConnectAnswer answer = answer(null, "terms_required");
        return new ConnectAnswer(
                answer.session,
                answer.status,
                answer.owner,
                answer.code,
                new Terms(texts.legalTerms(), texts.legalPrivacy(), texts.legalRules()));
    }

    private static ConnectAnswer answer(@Nullable Opened session, @Nullable String status) {
        Owner nobody = null;
        Code unsent = null;
        Terms unasked = null;
        return new ConnectAnswer(session, status, nobody, unsent, unasked);
    }

    private ConnectAnswer with(@Nullable Owner contactOwner, @Nullable Code sent) {
        return new ConnectAnswer(session, status, contactOwner, sent, terms);
    }
}
