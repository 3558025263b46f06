package encore.command.contacts;

import encore.command.RandomCommands;
import encore.kernel.Command;
import encore.kernel.contacts.ContactCommand.CountLookUp;
import encore.kernel.contacts.ContactCommand.CountPasswordTry;
import encore.kernel.contacts.ContactCommand.EndCodeDelivery;
import encore.kernel.contacts.ContactCommand.IssueVerification;
import encore.kernel.contacts.ContactCommand.OpenCodeRequest;
import encore.kernel.contacts.ContactCommand.ReadContact;
import encore.kernel.contacts.ContactCommand.ReadDelivery;
import encore.kernel.contacts.ContactCommand.RedeemVerification;
import encore.kernel.contacts.ContactCommand.TryCode;
import encore.kernel.contacts.ContactId;
import encore.kernel.contacts.ContactKind;
import encore.kernel.contacts.ContactValue;
import encore.kernel.contacts.messages.DeliveryOutcome;
import java.util.Random;

class ContactCommands implements RandomCommands {

    private static final ContactId CONTACT = new ContactId(7, "c");
    private static final ContactValue ADA = new ContactValue(ContactKind.EMAIL, "ada@fans.example");

    @Override
    public Class<?> aggregate() {
        return Contact.class;
    }

    @Override
    public Command<?> next(Random random) {
        String request = "r" + random.nextInt(6);
        boolean isRight = random.nextInt(3) == 0;
        String hash = "h" + random.nextInt(2);
        return switch (random.nextInt(9)) {
            case 0 -> new OpenCodeRequest(CONTACT, ADA, request, random.nextBoolean() ? null : "192.0.2.1", "Acme");
            case 1 -> new CountLookUp(CONTACT, ADA);
            case 2 -> new CountPasswordTry(CONTACT, ADA, isRight);
            case 3 -> new TryCode(CONTACT, request, isRight, random.nextBoolean());
            case 4 -> new IssueVerification(CONTACT, request, isRight, hash);
            case 5 -> new RedeemVerification(CONTACT, request, hash, random.nextBoolean());
            case 6 -> new ReadContact(CONTACT);
            case 7 -> new ReadDelivery(CONTACT, request);
            default -> new EndCodeDelivery(CONTACT, request, DeliveryOutcome.SENT);
        };
    }
}
