package encore.kernel.tags;

import encore.kernel.Event;
import encore.kernel.listednames.ListedName;
import encore.kernel.privacy.NotPersonal;
import encore.kernel.published.PublishedValue;
import org.axonframework.serialization.Revision;

/** Everything that can happen to a tag: it is created by its first use, and stays. */
public sealed interface TagEvent extends Event {

    TagId tag();

    /**
     * A tag was created.
     *
     * @param name the name in the spelling of its first use
     */
    @Revision("1")
    record TagMade(
            @PublishedValue TagId tag,

            @ListedName @PublishedValue("tag_name") @NotPersonal("a name for many fans")
            String name)
            implements TagEvent {}
}
