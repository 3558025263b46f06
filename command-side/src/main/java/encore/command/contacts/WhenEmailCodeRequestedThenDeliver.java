package encore.command.contacts;

import encore.command.automations.Automation;
import encore.command.automations.Reactions;
import encore.kernel.Command;
import encore.kernel.contacts.ContactKind;
import org.springframework.stereotype.Component;

/** Has codes for emails sent; see {@link CodeDeliveries}. */
@Component
class WhenEmailCodeRequestedThenDeliver implements Automation {

    @Override
    public Reactions reactions() {
        return CodeDeliveries.reactions(ContactKind.EMAIL);
    }

    @Override
    public String orderKey(Command<?> command) {
        return CodeDeliveries.orderKey(command);
    }
}
