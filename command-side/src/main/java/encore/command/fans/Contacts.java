package encore.command.fans;

import encore.infra.eventstore.Claims.Claim;

/** Makes the claims on contacts: one fan for each email and each phone of an account. */
final class Contacts {

    private Contacts() {}

    static Claim email(long account, String email) {
        return new Claim("email", account, email);
    }

    static Claim phone(long account, String phone) {
        return new Claim("phone", account, phone);
    }
}
