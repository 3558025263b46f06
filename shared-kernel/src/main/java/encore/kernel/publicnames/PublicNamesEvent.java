package encore.kernel.publicnames;

import encore.kernel.Event;
import encore.kernel.privacy.NotPersonal;
import encore.kernel.tags.TagId;
import org.axonframework.serialization.Revision;

/** Everything that can happen to the names that public calls bring into an account. */
public sealed interface PublicNamesEvent extends Event {

    /** A public call brought a tag that did not exist. */
    @Revision("1")
    record PublicTagCounted(PublicNamesId names, TagId tag) implements PublicNamesEvent {}

    /** A public call brought a title that names no campaign, and that no public call had brought before. */
    @Revision("1")
    record PublicTitleCounted(PublicNamesId names, PublicTitleId title) implements PublicNamesEvent {}

    /** The title of activities of many fans, in its own stream. */
    @Revision("1")
    record PublicTitleMade(
            PublicTitleId title,

            @NotPersonal("a title for an activity of many fans, like the name of a campaign")
            String text)
            implements PublicNamesEvent {}
}
