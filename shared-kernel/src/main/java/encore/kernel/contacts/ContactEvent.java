package encore.kernel.contacts;

import encore.kernel.Event;
import encore.kernel.contacts.messages.DeliveryOutcome;
import encore.kernel.fans.FanId;
import encore.kernel.privacy.NotPersonal;
import encore.kernel.privacy.PersonalData;
import encore.kernel.privacy.Secret;
import java.time.Instant;
import org.axonframework.serialization.Revision;
import org.jspecify.annotations.Nullable;

/**
 * Everything that can happen to a contact of logins. Each contact has an encryption key of its own, which is destroyed
 * when the contact is forgotten. A code itself is in no event.
 */
public sealed interface ContactEvent extends Event {

    ContactId contact();

    /**
     * An event that may begin the stream. It names the contact, so that a contact's first request and its later ones
     * write the same number of events, and no caller can see the difference.
     */
    sealed interface ContactUsed extends ContactEvent {

        ContactKind kind();

        /** The email or phone; null after the contact was forgotten. */
        @Nullable
        String value();

        /** The end of the hour in which the event counts against a limit. */
        Instant countedUntil();

        @Override
        default ContactId subject() {
            return contact();
        }
    }

    /**
     * Somebody asked for a code.
     *
     * @param callerNetwork the caller's IPv4 address or IPv6 network; null if limits by address do not apply to the call
     * @param senderName the name in the message
     * @param expiresAt the time from which the code is not accepted any more
     */
    @Revision("1")
    record CodeRequested(
            ContactId contact,
            ContactKind kind,
            @PersonalData @Nullable String value,
            @NotPersonal("A random id.") String requestUid,
            @PersonalData @Nullable String callerNetwork,

            @NotPersonal("The name of a business or of the account.")
            String senderName,

            Instant expiresAt,
            Instant countedUntil)
            implements ContactUsed {}

    /** Somebody asked whether a fan has this contact. */
    @Revision("1")
    record LookUpRecorded(
            ContactId contact,
            ContactKind kind,
            @PersonalData @Nullable String value,
            Instant countedUntil) implements ContactUsed {}

    /** Somebody registered with this contact without a proof. It counts against no limit. */
    @Revision("1")
    record RegistrationTried(
            ContactId contact,
            ContactKind kind,
            @PersonalData @Nullable String value,
            Instant countedUntil) implements ContactUsed {}

    /** Somebody gave a wrong password for this contact. */
    @Revision("1")
    record WrongPasswordGiven(
            ContactId contact,
            ContactKind kind,
            @PersonalData @Nullable String value,
            Instant countedUntil) implements ContactUsed {}

    /** Somebody gave a wrong code for an open request. */
    @Revision("1")
    record WrongCodeGiven(
            ContactId contact, @NotPersonal("A random id.") String requestUid) implements ContactEvent {}

    /**
     * Somebody gave the right code, which is used up.
     *
     * @param verificationHash the keyed hash of the verification_uid; null if none was issued
     * @param verificationExpiresAt the time from which the verification is not accepted any more; null with the hash
     */
    @Revision("1")
    record CodeAccepted(
            ContactId contact,
            @NotPersonal("A random id.") String requestUid,

            @Secret @NotPersonal("A keyed hash of a random id.") @Nullable
            String verificationHash,

            @Nullable Instant verificationExpiresAt)
            implements ContactEvent {}

    /** The verification of a request was used. */
    @Revision("1")
    record VerificationUsed(
            ContactId contact, @NotPersonal("A random id.") String requestUid) implements ContactEvent {}

    /** The delivery of a code ended. */
    @Revision("1")
    record CodeDeliveryEnded(
            ContactId contact, @NotPersonal("A random id.") String requestUid, DeliveryOutcome outcome)
            implements ContactEvent {}

    /**
     * The contact was not used for a while and would have been forgotten, but a fan has it. The event is written once for
     * each fan that is found. It names the fan, so that the contact is looked at again when the fan changes its contacts.
     */
    @Revision("1")
    record ContactKept(ContactId contact, ContactKind kind, FanId fan) implements ContactEvent {}

    /** The contact was forgotten: nobody can read it any more. */
    @Revision("1")
    record ContactForgotten(ContactId contact) implements ContactEvent, Event.FinalEvent {
        @Override
        public ContactId subject() {
            return contact;
        }
    }
}
