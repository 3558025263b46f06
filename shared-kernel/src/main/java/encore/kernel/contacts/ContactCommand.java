package encore.kernel.contacts;

import encore.kernel.Command;
import encore.kernel.contacts.messages.DeliveredCode;
import encore.kernel.contacts.messages.DeliveryOutcome;
import encore.kernel.fans.FanId;
import encore.kernel.names.StoredName;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The commands of contacts of logins. A limit or a wrong credential is an ordinary answer, because a refusal records
 * nothing. Known and unknown contacts are treated alike.
 */
public sealed interface ContactCommand<R> extends Command<R> {

    /**
     * Returns the contact. In commands that name the contact itself, or one of its requests, this is a fresh id: it routes
     * the command, and becomes the contact's id if the contact has no stream yet.
     */
    ContactId contact();

    @Override
    default ContactId stream() {
        return contact();
    }

    /** A command that names the email or phone, and finds its stream by a claim. */
    sealed interface Named<R> extends ContactCommand<R> {
        ContactValue name();
    }

    /**
     * Asks for a code, which an automation then sends. Refused as a RULE that names {@code network} if this installation
     * has no way to send it.
     *
     * @param requestUid a fresh id that cannot be guessed
     * @param callerNetwork the caller's IPv4 address or IPv6 network; null to exempt the call from the limit by address
     * @param senderName the name of the business or of the account; never a text of the caller
     */
    record RequestCode(
            ContactId contact,
            ContactValue name,
            String requestUid,
            @Nullable String callerNetwork,
            String senderName) implements Named<RequestedCode> {}

    /** Records a look-up: the question whether a fan has this contact. */
    record RecordLookUp(ContactId contact, ContactValue name) implements Named<CountedTry> {}

    /**
     * Records that somebody registered with this contact without a proof. It counts against no limit. It is recorded for
     * known and unknown contacts, so that the position of the answer does not reveal the difference.
     */
    record RecordUnprovenRegistration(ContactId contact, ContactValue name) implements Named<ContactId> {}

    /**
     * Decides whether a password that the gateway compared counts. A wrong one is recorded. While ten are counted, a
     * right one does not count either.
     *
     * @param isRight whether the password was the fan's; false for a contact without a fan or a fan without a password
     */
    record RecordPasswordTry(ContactId contact, ContactValue name, boolean isRight) implements Named<CountedTry> {}

    /**
     * Submits a code. A wrong code uses up a try.
     *
     * @param isUsed whether a right code is used up; false only asks, and records nothing if the code is right
     */
    record SubmitCode(ContactId contact, CodeReference request, String code, boolean isUsed)
            implements ContactCommand<SubmittedCode> {}

    /**
     * Submits a code and issues a verification for it, which is good for 30 minutes, once. A right code is used up.
     *
     * @param verificationUid a fresh id that cannot be guessed; only its keyed hash is stored
     */
    record VerifyContact(ContactId contact, CodeReference request, String code, String verificationUid)
            implements ContactCommand<VerifiedContact> {}

    /**
     * Uses a verification.
     *
     * @param isUsed whether a right verification is used up; false only asks
     */
    record UseVerification(ContactId contact, CodeReference request, String verificationUid, boolean isUsed)
            implements ContactCommand<SubmittedCode> {}

    /** Reads the email or phone of a contact. Refused as UNKNOWN if it was forgotten. Records nothing. */
    @StoredName("TellContact")
    record ReadContact(ContactId contact) implements ContactCommand<ContactAddress> {}

    /** Forgets a contact. */
    record ForgetContact(ContactId contact) implements ContactCommand<ContactId> {}

    /**
     * Forgets a contact that is no fan's and was not used for 7 days. If a fan has it, records once which fan. Changes
     * nothing if it was used since.
     */
    record ForgetUnusedContact(ContactId contact) implements ContactCommand<ContactId> {}

    /** Forgets the contacts that a fan has now. A repeat changes nothing. */
    record ForgetContactsOfFan(FanId fan) implements Command<FanId> {
        @Override
        public FanId stream() {
            return fan;
        }
    }

    /**
     * Sends the code of a request, or records why it was not sent. It is tried again while it is refused as UNAVAILABLE.
     *
     * @param position the position of the request's event, which names the contact
     * @param requestedAt the time of the request's event
     */
    record DeliverCode(ContactId contact, String requestUid, long position, Instant requestedAt)
            implements ContactCommand<DeliveredCode> {}

    /** A step: records a request for a code in the contact's stream. */
    record OpenCodeRequest(
            ContactId contact,
            ContactValue name,
            String requestUid,
            @Nullable String callerNetwork,
            String senderName) implements ContactCommand<RequestedCode> {}

    /** A step: counts a look-up in the contact's stream. */
    record CountLookUp(ContactId contact, ContactValue name) implements ContactCommand<CountedTry> {}

    /** A step: records a registration in the contact's stream. */
    record NoteRegistration(ContactId contact, ContactValue name) implements ContactCommand<ContactId> {}

    /** A step: counts a try at a password in the contact's stream. */
    record CountPasswordTry(ContactId contact, ContactValue name, boolean isRight)
            implements ContactCommand<CountedTry> {}

    /** A step: decides on a code that was compared. */
    record TryCode(ContactId contact, String requestUid, boolean isRight, boolean isUsed)
            implements ContactCommand<SubmittedCode> {}

    /** A step: decides on a code that was compared, and issues a verification. */
    record IssueVerification(ContactId contact, String requestUid, boolean isRight, String verificationHash)
            implements ContactCommand<VerifiedContact> {}

    /** A step: decides on a verification. */
    record RedeemVerification(ContactId contact, String requestUid, String verificationHash, boolean isUsed)
            implements ContactCommand<SubmittedCode> {}

    /** A step: reads whether the delivery of a code has ended. Records nothing. */
    @StoredName("TellDelivery")
    record ReadDelivery(ContactId contact, String requestUid) implements ContactCommand<DeliveredCode> {}

    /** A step: records how the delivery of a code ended, once. */
    record EndCodeDelivery(ContactId contact, String requestUid, DeliveryOutcome outcome)
            implements ContactCommand<DeliveredCode> {}
}
