package encore.query.businesses;

import static org.assertj.core.api.Assertions.assertThat;

import encore.kernel.businesses.BusinessQuery.FindMembers;
import encore.kernel.businesses.BusinessQuery.FindNamelessMembers;
import encore.kernel.businesses.Member;
import encore.kernel.fans.DisplayNames;
import encore.kernel.fans.FanQuery.FindDisplayNames;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging.NextKey;
import encore.query.FakeQueryGateway;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MembersWithNamesTest {

    private static final Instant THEN = Instant.parse("2026-03-01T12:00:00Z");
    private static final NextKey PAGING = new NextKey("3", 2);

    private final FakeQueryGateway questions = new FakeQueryGateway()
            .on(
                    FindNamelessMembers.class,
                    query -> new Page<>(
                            List.of(new Member(42, null, THEN), new Member(43, null, THEN)), "4", "9", true, 17))
            .on(FindDisplayNames.class, query -> new DisplayNames(Map.of(42L, "Jo")));

    @Test
    void a_page_of_members_gets_its_names_at_once() {
        Page<Member> page = new MembersWithNames(questions).find(new FindMembers(7, 5, PAGING));
        assertThat(page)
                .isEqualTo(new Page<>(
                        List.of(new Member(42, "Jo", THEN), new Member(43, null, THEN)), "4", "9", true, 17));
        assertThat(questions.askedQueries)
                .isEqualTo(List.of(new FindNamelessMembers(7, 5, PAGING), new FindDisplayNames(7, List.of(42L, 43L))));
    }
}
