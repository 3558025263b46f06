package encore.command.contacts;

import encore.command.automations.Reactions;
import encore.kernel.Command;
import encore.kernel.contacts.ContactCommand.DeliverCode;
import encore.kernel.contacts.ContactEvent.CodeRequested;
import encore.kernel.contacts.ContactKind;

/**
 * The common part of the automations that have codes sent. Each kind of contact has an automation of its own: an
 * automation with thousands of waiting commands folds no further events, so a dead mail server would hold up text
 * messages. The commands name the position of the request, and nothing personal.
 */
final class CodeDeliveries {

    private CodeDeliveries() {}

    static Reactions reactions(ContactKind kind) {
        return Reactions.of(DeliverCode.class).on(CodeRequested.class, (event, recordedEvent, process) -> {
            if (event.kind() == kind) {
                process.send(new DeliverCode(
                        event.contact(), event.requestUid(), recordedEvent.position(), recordedEvent.at()));
            }
        });
    }

    /** Returns a key of its own for each request, so that no delivery waits for another one. */
    static String orderKey(Command<?> command) {
        return command instanceof DeliverCode deliver
                ? command.stream() + "/" + deliver.requestUid()
                : command.stream().toString();
    }
}
