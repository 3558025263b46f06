package encore.api.people;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import encore.kernel.people.Person;
import org.jspecify.annotations.Nullable;

/**
 * A person who was invited.
 *
 * @param link where the person sets a password, shown here and never again; null where it is sent by mail
 */
record InvitedPerson(@JsonUnwrapped Person person, @Nullable String link) {

    @Override
    public String toString() {
        return "InvitedPerson[" + person.personUid() + "]";
    }
}
