package encore.command.people;

import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Claims.Claim;
import encore.infra.eventstore.Streams;
import encore.kernel.StreamId;
import encore.kernel.people.PersonId;
import org.jspecify.annotations.Nullable;

/** The claims on emails of people: an email belongs to one person of an account. */
public final class PersonEmails {

    private static final String SPACE = "person_email";

    private PersonEmails() {}

    public static Claim claim(long account, String email) {
        return new Claim(SPACE, account, email);
    }

    /** Returns the person with an email, or null. An erased one has none, even if a restore has left it a claim. */
    public static @Nullable PersonId ownerOf(long account, String email, Claims claims, Streams streams) {
        String owner = claims.ownerOf(claim(account, email));
        PersonId person = owner == null ? null : StreamId.parse(PersonId.class, owner);
        return person != null && streams.isOpen(person) ? person : null;
    }
}
