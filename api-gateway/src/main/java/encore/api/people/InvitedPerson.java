package encore.api.people;

import encore.kernel.people.Person;
import encore.kernel.people.Role;
import encore.kernel.time.WireTime;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A person who was invited.
 *
 * @param link where the person sets a password, shown here and never again; null where it is sent by mail
 */
record InvitedPerson(
        String personUid,
        @Nullable String email,
        @Nullable String name,
        Role role,
        boolean isAccepted,
        boolean isDisabled,
        boolean hasCodes,
        @WireTime(WireTime.Form.SECONDS) Instant creationTimestamp,
        @WireTime(WireTime.Form.SECONDS) @Nullable Instant lastSignInTimestamp,
        @Nullable String link) {

    static InvitedPerson of(Person person, @Nullable String link) {
        return new InvitedPerson(
                person.personUid(),
                person.email(),
                person.name(),
                person.role(),
                person.isAccepted(),
                person.isDisabled(),
                person.hasCodes(),
                person.creationTimestamp(),
                person.lastSignInTimestamp(),
                link);
    }

    @Override
    public String toString() {
        return "InvitedPerson[" + personUid + "]";
    }
}
