package encore.command.contacts;

import encore.command.ErasureStep;
import encore.kernel.Command;
import encore.kernel.contacts.ContactCommand.ForgetContactsOfFan;
import encore.kernel.fans.FanId;
import org.springframework.stereotype.Component;

/** Forgets the contacts of an erased fan. */
@Component
class ContactsErasure implements ErasureStep {

    @Override
    public Command<?> commandFor(FanId fan) {
        return new ForgetContactsOfFan(fan);
    }
}
