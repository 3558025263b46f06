package encore.query.idols;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.kernel.Refusal;
import encore.kernel.idols.Idol;
import encore.kernel.idols.IdolId;
import encore.kernel.idols.IdolPresentationBuilder;
import encore.kernel.idols.IdolProfile;
import encore.kernel.idols.IdolSummary;
import encore.kernel.idols.IdolType;
import encore.kernel.idols.IdolsEvent.IdolAdded;
import encore.kernel.idols.IdolsEvent.IdolChanged;
import encore.kernel.idols.IdolsEvent.IdolPresented;
import encore.kernel.idols.IdolsEvent.IdolRemoved;
import encore.kernel.idols.IdolsQuery.FindIdol;
import encore.kernel.idols.IdolsQuery.FindIdolsCalled;
import encore.kernel.idols.IdolsQuery.FindIdolsOfEvents;
import encore.kernel.idols.IdolsQuery.FindKnownIdols;
import encore.kernel.idols.IdolsQuery.FindSomeIdols;
import encore.kernel.idols.IdolsQuery.RequireIdol;
import encore.kernel.idols.IdolsQuery.SearchIdols;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging.NextKey;
import encore.query.ProjectionUnderTest;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class IdolsProjectionTest {

    private static final IdolId ADA = new IdolId(7, "ada");
    private static final IdolId BEA = new IdolId(7, "bea");
    private static final IdolId THEIRS = new IdolId(8, "theirs");

    private final ProjectionUnderTest<IdolsProjection> idols = new ProjectionUnderTest<>(IdolsProjection::new);

    @BeforeEach
    void two_accounts_have_idols() {
        idols.given(
                new IdolAdded(ADA, profile("Ada & the Engines", "pop", "rock")),
                new IdolAdded(THEIRS, profile("Ada", "pop")),
                new IdolAdded(BEA, profile("Bea", "rock")));
    }

    @AfterEach
    void close() {
        idols.close();
    }

    @Test
    void they_are_listed_as_they_were_added_page_by_page() {
        assertThat(names(null, null)).containsExactly("Ada & the Engines", "Bea");
        Page<Idol.Managed> first = page(new NextKey(null, 1));
        assertThat(first.more()).isTrue();
        Page<Idol.Managed> second = page(new NextKey(first.last(), 1));
        assertThat(second.more()).isFalse();
        assertThat(second.rows()).extracting(row -> row.idol().idolName()).containsExactly("Bea");
    }

    @Test
    void words_and_beginnings_and_labels_choose_among_them() {
        assertThat(names("eng", null)).containsExactly("Ada & the Engines");
        assertThat(names("ENGINES ada", null)).containsExactly("Ada & the Engines");
        assertThat(names("gines", null)).isEmpty();
        assertThat(names(null, "rock")).containsExactly("Ada & the Engines", "Bea");
        assertThat(names(null, "pop")).containsExactly("Ada & the Engines");
        assertThat(names("b", "pop")).isEmpty();
        assertThat(find(new FindIdolsCalled(7, "ada"))).containsExactly("ada");
    }

    @Test
    void one_shows_who_it_is_and_how_it_is_shown() {
        idols.given(new IdolPresented(
                ADA,
                IdolPresentationBuilder.builder()
                        .description("A band")
                        .musicFollowerCount(7L)
                        .artistName("ADA")
                        .build()));
        idols.given(new IdolChanged(ADA, profile("Ada", "jazz")));
        Idol ada = one(ADA).idol();
        assertThat(ada.idolName()).isEqualTo("Ada");
        assertThat(ada.idolType()).isEqualTo(IdolType.OTHER);
        assertThat(ada.idolLabels()).containsExactly("jazz");
        assertThat(ada.description()).isEqualTo("A band");
        assertThat(ada.musicFollowerCount()).isEqualTo(7);
        assertThat(ada.creationTimestamp()).isEqualTo(ProjectionUnderTest.START);
        assertThat(one(ADA).artistId()).isEqualTo("a-1");
    }

    @Test
    void names_are_known_as_they_are_now() {
        assertThat(known("ADA & THE ENGINES ")).isTrue();
        assertThat(known("Ada")).isFalse();
        idols.given(new IdolChanged(ADA, profile("Ada")));
        assertThat(known("Ada & the Engines")).isFalse();
        assertThat(known("Ａda")).isTrue();
        idols.given(new IdolRemoved(ADA));
        assertThat(known("Ada")).isFalse();
    }

    @Test
    void a_deleted_one_is_unknown_but_may_be_asked_for() {
        idols.given(new IdolRemoved(ADA));
        assertThat(names(null, null)).containsExactly("Bea");
        assertThat(find(new FindSomeIdols(7, List.of("ada", "bea", "theirs"))))
                .extracting(Idol::idolUid)
                .containsExactly("bea");
        assertThatThrownBy(() -> one(ADA))
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.kind()).isEqualTo(Refusal.Kind.UNKNOWN));
        assertThat(find(new RequireIdol(7, "ada", "idol_uid")).idolUid()).isEqualTo("ada");
        assertThatThrownBy(() -> find(new RequireIdol(7, "theirs", "idol_uid")))
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.field()).isEqualTo("idol_uid"));
    }

    @Test
    void replayed_it_is_the_same() {
        idols.given(
                new IdolPresented(
                        BEA,
                        IdolPresentationBuilder.builder().description("Bea").build()),
                new IdolChanged(BEA, profile("B")),
                new IdolRemoved(ADA));
        try (var again = idols.replayed()) {
            assertThat(again.checksums()).isEqualTo(idols.checksums());
        }
    }

    @Test
    void replayed_or_loaded_idol_events_show_what_they_are_now() {
        UUID picture = UUID.fromString("01a20b51-1185-7b3c-a573-607ca150bd58");
        idols.given(
                new IdolPresented(
                        ADA,
                        IdolPresentationBuilder.builder()
                                .mediaUid(picture)
                                .imageUrl("https://x.example/1")
                                .build()),
                new IdolChanged(ADA, profile("Ada")),
                new IdolRemoved(BEA));
        var now = new IdolSummary("ada", "Ada", picture, "https://x.example/1");
        assertThat(ofEvents(idols.projection())).containsExactly(now);
        var again = idols.replayed();
        assertThat(ofEvents(again.projection())).containsExactly(now);
        try (var loaded = again.restarted()) {
            assertThat(ofEvents(loaded.projection())).containsExactly(now);
        }
    }

    private static List<IdolSummary> ofEvents(IdolsProjection projection) {
        return projection.find(new FindIdolsOfEvents(7, List.of("bea", "ada", "theirs")));
    }

    private boolean known(String name) {
        return find(FindKnownIdols.ofNames(7, Stream.of(name, null, "nobody"))).contains(name);
    }

    private List<String> names(@Nullable String name, @Nullable String label) {
        return idols
                .read(documents ->
                        idols.projection().find(new SearchIdols(7, name, label, new NextKey(null, 10)), documents))
                .rows()
                .stream()
                .map(row -> row.idol().idolName())
                .toList();
    }

    private Page<Idol.Managed> page(NextKey paging) {
        return idols.read(documents -> idols.projection().find(new SearchIdols(7, null, null, paging), documents));
    }

    private Idol.Managed one(IdolId idol) {
        return idols.read(documents -> idols.projection().find(new FindIdol(idol.account(), idol.uid()), documents));
    }

    private List<Idol> find(FindSomeIdols query) {
        return idols.read(documents -> idols.projection().find(query, documents));
    }

    private encore.kernel.idols.KnownIdols find(FindKnownIdols query) {
        return idols.read(documents -> idols.projection().find(query, documents));
    }

    private List<String> find(FindIdolsCalled query) {
        return idols.read(documents -> idols.projection().find(query, documents));
    }

    private encore.kernel.idols.IdolUid find(RequireIdol query) {
        return idols.read(documents -> idols.projection().find(query, documents));
    }

    private static IdolProfile profile(String name, String... labels) {
        return new IdolProfile(name, IdolType.OTHER, null, "a-1", null, List.of(labels), null);
    }
}
