package encore.query.tags;

import static org.assertj.core.api.Assertions.assertThat;

import encore.kernel.paging.Paging.NextKey;
import encore.kernel.tags.Tag;
import encore.kernel.tags.TagEvent.TagMade;
import encore.kernel.tags.TagId;
import encore.kernel.tags.TagQuery.FindSomeTags;
import encore.kernel.tags.TagQuery.FindTags;
import encore.query.ProjectionUnderTest;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TagsProjectionTest {

    private final ProjectionUnderTest<TagsProjection> tags = new ProjectionUnderTest<>(TagsProjection::new);

    @AfterEach
    void close() {
        tags.close();
    }

    @Test
    void an_account_has_the_tags_that_were_made_there() {
        tags.given(made(7, 5, "VIP"), made(8, 6, "vip"), made(7, 3, "Front Row"));
        assertThat(all(7)).extracting(Tag::tagName).containsExactly("VIP", "Front Row");
        assertThat(all(8)).containsExactly(new Tag(6, "vip", ProjectionUnderTest.START.plusSeconds(1)));
        var some = new FindSomeTags(7, List.of(3L, 6L, 9L));
        List<Tag> found = tags.read(documents -> tags.projection().find(some, documents));
        assertThat(found).extracting(Tag::tagId).containsExactly(3L);
        try (var again = tags.replayed()) {
            assertThat(again.checksums()).isEqualTo(tags.checksums());
        }
    }

    private static TagMade made(long account, long number, String name) {
        return new TagMade(new TagId(account, number), name);
    }

    private List<Tag> all(long account) {
        return tags.read(documents -> tags.projection()
                .find(new FindTags(account, new NextKey(null, 10)), documents)
                .rows());
    }
}
