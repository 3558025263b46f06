package encore.command.contacts;

import encore.infra.eventstore.Dispatch;
import encore.infra.eventstore.Facts;
import encore.infra.eventstore.Streams;
import encore.kernel.Refusal;
import encore.kernel.contacts.CodeReference;
import encore.kernel.contacts.ContactCommand.IssueVerification;
import encore.kernel.contacts.ContactCommand.RedeemVerification;
import encore.kernel.contacts.ContactCommand.SubmitCode;
import encore.kernel.contacts.ContactCommand.TryCode;
import encore.kernel.contacts.ContactCommand.UseVerification;
import encore.kernel.contacts.ContactCommand.VerifyContact;
import encore.kernel.contacts.ContactEvent.CodeRequested;
import encore.kernel.contacts.ContactId;
import encore.kernel.contacts.SubmittedCode;
import encore.kernel.contacts.VerifiedContact;
import java.util.function.Supplier;
import org.axonframework.commandhandling.CommandHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Finds the contact of a request, and compares its code. A request of another account is an unknown one. */
@Component
class CodeHandler {

    private final LoginCodes codes;

    CodeHandler(LoginCodes codes) {
        this.codes = codes;
    }

    @CommandHandler
    SubmittedCode decide(SubmitCode command, Facts facts, Streams streams, Dispatch dispatch) {
        String uid = command.request().uid();
        ContactId contact = find(command.contact().account(), command.request(), facts, streams);
        return contact == null
                ? SubmittedCode.WRONG
                : orElse(
                        SubmittedCode.WRONG,
                        () -> dispatch.sendLast(new TryCode(
                                contact, uid, codes.isRight(contact, uid, command.code()), command.isUsed())));
    }

    @CommandHandler
    VerifiedContact decide(VerifyContact command, Facts facts, Streams streams, Dispatch dispatch) {
        String uid = command.request().uid();
        ContactId contact = find(command.contact().account(), command.request(), facts, streams);
        return contact == null
                ? VerifiedContact.WRONG
                : orElse(
                        VerifiedContact.WRONG,
                        () -> dispatch.sendLast(new IssueVerification(
                                contact,
                                uid,
                                codes.isRight(contact, uid, command.code()),
                                codes.hashOfVerification(contact, command.verificationUid()))));
    }

    @CommandHandler
    SubmittedCode decide(UseVerification command, Facts facts, Streams streams, Dispatch dispatch) {
        ContactId contact = find(command.contact().account(), command.request(), facts, streams);
        return contact == null
                ? SubmittedCode.WRONG
                : orElse(
                        SubmittedCode.WRONG,
                        () -> dispatch.sendLast(new RedeemVerification(
                                contact,
                                command.request().uid(),
                                codes.hashOfVerification(contact, command.verificationUid()),
                                command.isUsed())));
    }

    /** Returns the open contact of a request, or null. */
    private static @Nullable ContactId find(long account, CodeReference reference, Facts facts, Streams streams) {
        CodeRequested request = facts.eventAt(reference.position(), CodeRequested.class);
        return request != null
                        && request.contact().account() == account
                        && request.requestUid().equals(reference.uid())
                        && streams.isOpen(request.contact())
                ? request.contact()
                : null;
    }

    /** Answers a contact that was forgotten in the meantime like a wrong code. */
    private static <R> R orElse(R wrong, Supplier<R> step) {
        try {
            return step.get();
        } catch (Refusal refusal) {
            if (refusal.kind() != Refusal.Kind.UNKNOWN) {
                throw refusal;
            }
            return wrong;
        }
    }
}
