package encore.api.sessions;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import encore.api.logins.LoginContacts.FoundContact;
import encore.api.logins.LoginStep.Unregistered;
import encore.kernel.branding.LegalTexts;
import encore.kernel.privacy.Contact;
import encore.kernel.sessions.OpenedSession;
import encore.kernel.time.WireTime;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The answer to a step of the login. It has the fields of its step alone. */
sealed interface ConnectAnswer {

    String LOGIN = "login";
    String REGISTER = "register";
    String TERMS_REQUIRED = "terms_required";

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
            @Contact @Nullable JsonNode props,
            @WireTime(WireTime.Form.SECONDS) Instant expirationTimestamp)
            implements ConnectAnswer {}

    /**
     * The fan of a contact.
     *
     * @param status {@code login}, or {@code register} when nobody has the contact
     * @param phone whether the fan has a phone
     * @param password whether the fan has a password
     */
    record Owner(String status, boolean phone, boolean password) implements ConnectAnswer {}

    /**
     * A code that was sent.
     *
     * @param requestUid the id of the code
     * @param message a text for the fan
     */
    record Sent(String requestUid, String message) implements ConnectAnswer {}

    /**
     * A proven contact that nobody has.
     *
     * @param status {@code register}
     * @param requestUid the id of the code
     * @param verificationUid proves the contact for half an hour, once
     */
    record Proven(String status, String requestUid, String verificationUid) implements ConnectAnswer {}

    /**
     * The texts that the fan must accept. Repeat the call with is_accepted.
     *
     * @param status {@code terms_required}
     */
    record Terms(
            String status,
            @Nullable String legalTerms,
            @Nullable String legalPrivacy,
            @Nullable String legalRules) implements ConnectAnswer {}

    static ConnectAnswer opened(String sessionUid, long account, OpenedSession opened, @Nullable JsonNode props) {
        return new Opened(sessionUid, opened.fanId(), account, props, opened.expiresAt());
    }

    static ConnectAnswer found(FoundContact found) {
        return new Owner(found.isKnown() ? LOGIN : REGISTER, found.hasPhone(), found.hasPassword());
    }

    /** Answers the same for known and unknown contacts: neither phone nor password. */
    static ConnectAnswer proofNeeded() {
        return new Owner(LOGIN, false, false);
    }

    static ConnectAnswer unregistered(Unregistered proven) {
        return new Proven(REGISTER, proven.requestUid(), proven.verificationUid());
    }

    static ConnectAnswer termsRequired(LegalTexts texts) {
        return new Terms(TERMS_REQUIRED, texts.legalTerms(), texts.legalPrivacy(), texts.legalRules());
    }
}
