package encore.query.likings;

import static encore.query.ProjectionUnderTest.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.kernel.Refusal;
import encore.kernel.fans.FanEvent.FanErased;
import encore.kernel.fans.FanId;
import encore.kernel.fans.FanQuery.RequireFan;
import encore.kernel.fans.FanState;
import encore.kernel.idols.Idol;
import encore.kernel.idols.IdolPresentation;
import encore.kernel.idols.IdolProfileBuilder;
import encore.kernel.idols.IdolType;
import encore.kernel.idols.IdolUid;
import encore.kernel.idols.IdolsQuery.FindSomeIdols;
import encore.kernel.idols.IdolsQuery.RequireIdol;
import encore.kernel.likings.FanIdol;
import encore.kernel.likings.IdolNamesOfFan;
import encore.kernel.likings.Liking;
import encore.kernel.likings.LikingEvent.FanIdolAdded;
import encore.kernel.likings.LikingEvent.FanIdolChanged;
import encore.kernel.likings.LikingEvent.FanIdolRemoved;
import encore.kernel.likings.LikingQuery.FindFanIdols;
import encore.kernel.likings.LikingQuery.FindIdolNamesOfFans;
import encore.kernel.likings.LikingQuery.FindLikings;
import encore.kernel.likings.LikingsId;
import encore.query.FakeQueryGateway;
import encore.query.ProjectionUnderTest;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LikingsProjectionTest {

    private final ProjectionUnderTest<LikingsProjection> likings = new ProjectionUnderTest<>(LikingsProjection::new);
    private final FanIdolsWithDetails named = new FanIdolsWithDetails(new FakeQueryGateway()
            .on(FindLikings.class, this::all)
            .on(RequireFan.class, query -> new FanState(query.fanId(), FanState.State.KNOWN))
            .on(RequireIdol.class, query -> {
                if (!List.of("a", "b").contains(query.idolUid())) {
                    throw Refusal.unknownId(query.parameter());
                }
                return new IdolUid(query.idolUid());
            })
            .on(FindSomeIdols.class, query -> List.of(idol("a", "pop"), idol("b", "rock"))));

    @AfterEach
    void close() {
        likings.close();
    }

    @Test
    void idols_stand_as_they_became_a_fans_and_with_both_times_of_that() {
        likings.given(added(1, "b"), added(1, "a"), added(2, "a"), added(1, "gone"));
        likings.given(new FanIdolChanged(of(1), "b", false));
        var second = new Liking(1, "a", true, START.plusSeconds(1), START.plusSeconds(1));
        assertThat(all(new FindLikings(7, List.of(1L))))
                .startsWith(new Liking(1, "b", false, START, START.plusSeconds(4)), second);

        assertThat(idols(null, null)).extracting(FanIdol::idolName).containsExactly("Idol b", "Idol a");
        assertThat(idols("pop", null)).containsExactly(FanIdol.of(7, second, idol("a", "pop")));
        assertThat(idols(null, "b")).extracting(FanIdol::isExplicit).containsExactly(false);
        assertThat(idols("pop", "b")).isEmpty();
        assertThatThrownBy(() -> idols(null, "unknown")).isInstanceOf(Refusal.class);
        assertThat(named.find(new FindIdolNamesOfFans(7, List.of(2L, 3L, 1L))))
                .containsExactly(
                        new IdolNamesOfFan(2, List.of("Idol a")), new IdolNamesOfFan(1, List.of("Idol b", "Idol a")));
    }

    @Test
    void an_idol_added_again_is_new_and_an_erased_fan_has_none_for_good() {
        likings.given(added(1, "a"), added(1, "b"), new FanIdolRemoved(of(1), "a"), added(1, "a"));
        assertThat(all(new FindLikings(7, List.of(1L))))
                .extracting(Liking::idolUid)
                .containsExactly("b", "a");
        likings.given(new FanErased(new FanId(7, 1)), added(1, "b"));
        assertThat(all(new FindLikings(7, List.of(1L)))).isEmpty();
        try (var again = likings.replayed()) {
            assertThat(again.checksums()).isEqualTo(likings.checksums());
        }
    }

    private static FanIdolAdded added(long fan, String idol) {
        return new FanIdolAdded(of(fan), idol, true);
    }

    private static LikingsId of(long fan) {
        return new LikingsId(new FanId(7, fan));
    }

    private List<FanIdol> idols(@Nullable String label, @Nullable String uid) {
        return named.find(new FindFanIdols(7, 1, label, uid));
    }

    private List<Liking> all(FindLikings query) {
        return likings.read(documents -> likings.projection().find(query, documents));
    }

    private static Idol idol(String uid, String label) {
        var profile = IdolProfileBuilder.builder()
                .idolName("Idol " + uid)
                .idolType(IdolType.OTHER)
                .labelNames(List.of(label))
                .build();
        return Idol.of(uid, START, profile, IdolPresentation.EMPTY);
    }
}
