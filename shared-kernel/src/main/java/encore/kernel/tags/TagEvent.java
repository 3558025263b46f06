package encore.kernel.tags;

import encore.kernel.Event;
import encore.kernel.NotPersonal;
import org.axonframework.serialization.Revision;

/** Everything that can happen to a tag: it is made by its first use, and stays. */
public sealed interface TagEvent extends Event {

    TagId tag();

    /**
     * The account has another tag.
     *
     * @param name as it was first spelled
     */
    @Revision("1")
    record TagMade(
            TagId tag,
            @NotPersonal("what an account calls many") String name) implements TagEvent {}
}
