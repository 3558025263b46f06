package encore.kernel.fanstreams.authors;

import encore.kernel.Event;
import encore.kernel.fanstreams.FanStreamId;
import encore.kernel.privacy.NotPersonal;
import encore.kernel.privacy.PersonalData;
import encore.kernel.published.PublishedValue;
import org.axonframework.serialization.Revision;
import org.jspecify.annotations.Nullable;

/** Everything that can happen to a deleted author: a claim is taken, and the author's id is forgotten. */
public sealed interface DeletedAuthorEvent extends Event {

    DeletedAuthorId author();

    @Override
    default DeletedAuthorId subject() {
        return author();
    }

    /** Staff deleted the records of an author. */
    @Revision("1")
    record AuthorDeleted(
            DeletedAuthorId author,
            @PublishedValue FanStreamId stream,

            @PublishedValue @NotPersonal("the name of a network")
            String network,

            @PersonalData @Nullable String authorId)
            implements DeletedAuthorEvent, Event.ManagementAction {
        @Override
        public String target() {
            return stream.toString();
        }
    }

    /** The key of the author's id was destroyed. The claim is left, which is a keyed hash of the id. */
    @Revision("1")
    record DeletedAuthorForgotten(DeletedAuthorId author) implements DeletedAuthorEvent, Event.FinalEvent {}
}
