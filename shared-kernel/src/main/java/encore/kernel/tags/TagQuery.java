package encore.kernel.tags;

import encore.kernel.Query;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Everything that can be asked about tags. */
public sealed interface TagQuery<R> extends Query<R> {

    /** An account's tags, oldest first. */
    record FindTags(long account, Paging.NextKey paging) implements TagQuery<Page<Tag>> {}

    /** Tags by id for the rows of other features, in any order. */
    record FindSomeTags(long account, List<Long> tagIds) implements TagQuery<List<Tag>> {
        public FindSomeTags {
            tagIds = List.copyOf(tagIds);
        }
    }

    /**
     * The tags that fans have now, the earliest given first.
     *
     * @param from the earliest time at which they were given; null for any
     * @param before the end of that period, exclusive; null for any
     */
    record FindFanTags(
            long account, @Nullable Instant from, @Nullable Instant before, int limit)
            implements TagQuery<List<TaggedFan>> {}

    /** The tags that fans have now without names, the earliest given first. */
    record FindGivenTags(
            long account, @Nullable Instant from, @Nullable Instant before, int limit)
            implements TagQuery<List<GivenTag>> {}

    /** The tags of one fan, as they were given, oldest first. */
    record FindTagsOfFan(long account, long fanId) implements TagQuery<List<TaggedFan>> {}

    /** The tags of one fan without names, oldest first. */
    record FindGivenTagsOfFan(long account, long fanId) implements TagQuery<List<GivenTag>> {}
}
