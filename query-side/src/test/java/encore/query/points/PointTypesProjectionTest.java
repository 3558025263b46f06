package encore.query.points;

import static encore.query.points.PointEvents.created;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.kernel.Event;
import encore.kernel.Refusal;
import encore.kernel.points.PointType;
import encore.kernel.points.PointsQuery.FindPointType;
import encore.kernel.points.PointsQuery.FindPointTypes;
import encore.query.ProjectionUnderTest;
import java.util.List;
import org.junit.jupiter.api.Test;

class PointTypesProjectionTest {

    @Test
    void an_account_sees_its_own_point_types_in_the_order_they_were_made() {
        try (var types = new ProjectionUnderTest<>(PointTypesProjection::new)
                .given(created(7, "b", "discs"), created(8, "x", "theirs"), created(7, "a", "tapes"))) {
            assertThat(find(types, 7))
                    .containsExactly(
                            new PointType("b", "discs", ProjectionUnderTest.START),
                            new PointType("a", "tapes", ProjectionUnderTest.START.plusSeconds(2)));
            assertThat(find(types, 9)).isEmpty();
            try (var again = types.replayed()) {
                assertThat(again.checksums()).isEqualTo(types.checksums());
            }
        }
    }

    @Test
    void however_many_there_are_all_are_listed() {
        Event[] events = new Event[1_201];
        for (int i = 0; i < events.length; i++) {
            events[i] = created(7, "t" + i, "type " + i);
        }
        try (var types = new ProjectionUnderTest<>(PointTypesProjection::new).given(events)) {
            assertThat(find(types, 7)).hasSize(1_201).doesNotHaveDuplicates();
        }
    }

    @Test
    void one_is_found_by_its_uid_and_an_unknown_one_is_refused_by_its_name() {
        try (var types = new ProjectionUnderTest<>(PointTypesProjection::new)
                .given(created(7, "b", "discs"), created(8, "x", "theirs"))) {
            assertThat(one(types, "b").pointName()).isEqualTo("discs");
            assertThatThrownBy(() -> one(types, "x")).isInstanceOfSatisfying(Refusal.class, refusal -> {
                assertThat(refusal.kind()).isEqualTo(Refusal.Kind.RULE);
                assertThat(refusal.field()).isEqualTo("point_uid");
            });
        }
    }

    private static PointType one(ProjectionUnderTest<PointTypesProjection> types, String uid) {
        return types.read(documents -> types.projection().find(new FindPointType(7, uid), documents));
    }

    private static List<PointType> find(ProjectionUnderTest<PointTypesProjection> types, long account) {
        return types.read(documents -> types.projection().find(new FindPointTypes(account), documents));
    }
}
