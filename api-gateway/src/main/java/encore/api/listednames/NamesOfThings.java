package encore.api.listednames;

import encore.kernel.fans.Fan;
import encore.kernel.privacy.Contact;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The names of things and of fans. */
record NamesOfThings(List<NamedThing> things, List<NamedFan> fans) {

    NamesOfThings {
        things = List.copyOf(things);
        fans = List.copyOf(fans);
    }

    /** @param id the id as a text, also where it is a number */
    record NamedThing(ThingKind kind, String id, String name) {}

    /** @param name the full name as it was given, otherwise first and last name */
    record NamedFan(
            long fanId,
            @Nullable String displayName,
            @Contact(initials = true) @Nullable String name) {

        static NamedFan of(Fan fan) {
            return new NamedFan(fan.fanId(), fan.displayName(), fan.name());
        }
    }
}
