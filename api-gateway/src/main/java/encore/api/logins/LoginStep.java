package encore.api.logins;

import encore.kernel.branding.LegalTexts;
import encore.kernel.contacts.ContactValue;
import encore.kernel.fans.FanId;
import encore.kernel.sessions.logins.LoginType;
import org.jspecify.annotations.Nullable;

/** The result of a step that ends with a proof, or leads to one. Wrong credentials are a 401 instead. */
public sealed interface LoginStep {

    /**
     * The fan is known: a session may be opened.
     *
     * @param contact the contact that was proven, or given with the password
     * @param passwordPosition the position of the password that was compared or set; null when none was
     * @param acceptedTerms the version of the legal texts that the fan accepted with this call; null for none
     */
    record ProvenLogin(
            FanId fan,
            ContactValue contact,
            LoginType type,
            @Nullable Long passwordPosition,
            @Nullable String acceptedTerms)
            implements LoginStep {}

    /** The fan must accept these texts first. Neither code nor verification was used up. */
    record TermsRequired(LegalTexts texts) implements LoginStep {}

    /**
     * The code was right, and the contact is to be registered.
     *
     * @param verificationUid a secret that proves the contact for half an hour, once
     */
    record Unregistered(String requestUid, String verificationUid) implements LoginStep {
        @Override
        public String toString() {
            return "Unregistered[" + requestUid + "]";
        }
    }

    /** The fan was registered without a proof, or was known already: nobody learns which. */
    record ProofNeeded() implements LoginStep {}

    /**
     * The contact was added to the fan of a session, which goes on.
     *
     * @param isReplaced whether it replaced another confirmed contact: the other sessions have to end
     */
    record ContactAdded(FanId fan, boolean isReplaced) implements LoginStep {}
}
