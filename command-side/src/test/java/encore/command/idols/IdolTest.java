package encore.command.idols;

import static encore.command.Refusals.refusalAsUnknown;
import static encore.command.Refusals.refusalNaming;
import static org.assertj.core.api.Assertions.assertThat;

import encore.command.AggregateUnderTest;
import encore.kernel.Patch;
import encore.kernel.idols.IdolId;
import encore.kernel.idols.IdolPresentation;
import encore.kernel.idols.IdolPresentationBuilder;
import encore.kernel.idols.IdolProfile;
import encore.kernel.idols.IdolType;
import encore.kernel.idols.IdolUid;
import encore.kernel.idols.IdolsCommand.AddIdol;
import encore.kernel.idols.IdolsCommand.ChangeIdol;
import encore.kernel.idols.IdolsCommand.PresentIdol;
import encore.kernel.idols.IdolsCommand.RemoveIdol;
import encore.kernel.idols.IdolsEvent.IdolAdded;
import encore.kernel.idols.IdolsEvent.IdolChanged;
import encore.kernel.idols.IdolsEvent.IdolPresented;
import encore.kernel.idols.IdolsEvent.IdolRemoved;
import encore.kernel.media.MediaId;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class IdolTest {

    private static final IdolId ADA = new IdolId(7, "ada");
    private static final IdolProfile BAND = profile("Ada", IdolType.ARTIST, "m1", List.of("pop"));
    private static final IdolProfile TEAM = profile("Ada", IdolType.TEAM, null, List.of());

    private final AggregateUnderTest<Idol> idol = new AggregateUnderTest<>(Idol.class);

    @ParameterizedTest
    @CsvSource({"m1, ARTIST", ", OTHER"})
    void the_type_of_a_new_one_follows_from_its_music_uid(@Nullable String musicUid, IdolType type) {
        idol.givenNoPriorActivity()
                .when(new AddIdol(ADA, profile("Ada", null, musicUid, null)))
                .expectEvents(new IdolAdded(ADA, profile("Ada", type, musicUid, List.of())))
                .expectResultMessagePayload(new IdolUid("ada"));
    }

    @ParameterizedTest
    @CsvSource({"ARTIST, , music_uid", "TEAM, m1, idol_type", "OTHER, m1, idol_type"})
    void an_artist_alone_has_a_music_uid(IdolType type, @Nullable String musicUid, String blamed) {
        idol.givenNoPriorActivity()
                .when(new AddIdol(ADA, profile("Ada", type, musicUid, null)))
                .expectNoEvents()
                .expectException(refusalNaming(blamed));
        assertThat(idol.claims.held).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {" ", "\u00a0", "\u2003 "})
    void space_is_no_name(String name) {
        idol.givenNoPriorActivity()
                .when(new AddIdol(ADA, named(name)))
                .expectNoEvents()
                .expectException(refusalNaming("idol_name"));
    }

    @Test
    void its_name_as_names_are_compared_and_its_music_uid_are_claimed() {
        idol.givenNoPriorActivity().when(new AddIdol(ADA, profile(" ＡＤＡ ", null, "M1", null)));
        assertThat(idol.claims.held)
                .isEqualTo(Map.of(IdolClaims.name(7, "ada"), "idol.7.ada", IdolClaims.music(7, "M1"), "idol.7.ada"));
    }

    @Test
    void whether_an_artist_has_its_music_uid_is_asked_of_what_results() {
        idol.given(new IdolAdded(ADA, TEAM))
                .when(change(profile("Ada", IdolType.ARTIST, "m1", null)))
                .expectEvents(new IdolChanged(ADA, profile("Ada", IdolType.ARTIST, "m1", List.of())));
        idol.given(new IdolAdded(ADA, TEAM))
                .when(change(profile("Ada", null, "m1", null)))
                .expectException(refusalNaming("idol_type"));
        idol.given(new IdolAdded(ADA, BAND))
                .when(change(profile("Ada", IdolType.TEAM, null, null)))
                .expectException(refusalNaming("idol_type"));
        idol.given(new IdolAdded(ADA, BAND))
                .when(change(profile("Ada", IdolType.ARTIST, null, null)))
                .expectNoEvents();
        idol.given(new IdolAdded(ADA, BAND))
                .when(new ChangeIdol(ADA, new Patch<>(named("Ada"), Set.of("musicUid"))))
                .expectException(refusalNaming("music_uid"));
        idol.given(new IdolAdded(ADA, BAND))
                .when(new ChangeIdol(
                        ADA, new Patch<>(profile("Ada", IdolType.TEAM, null, List.of()), Set.of("musicUid"))))
                .expectEvents(new IdolChanged(ADA, TEAM));
    }

    @Test
    void another_music_uid_is_not_replaced() {
        idol.given(new IdolAdded(ADA, BAND))
                .when(change(profile("Ada", null, "m2", null)))
                .expectNoEvents()
                .expectException(refusalNaming("music_uid"));
    }

    @Test
    void labels_replace_the_set_and_none_clear_it() {
        idol.given(new IdolAdded(ADA, BAND))
                .when(change(profile("Ada", null, null, List.of("rock", "jazz", "rock"))))
                .expectEvents(new IdolChanged(ADA, profile("Ada", IdolType.ARTIST, "m1", List.of("jazz", "rock"))));
        idol.given(new IdolAdded(ADA, BAND))
                .when(change(profile("Ada", null, null, List.of())))
                .expectEvents(new IdolChanged(ADA, profile("Ada", IdolType.ARTIST, "m1", List.of())));
        idol.given(new IdolAdded(ADA, BAND)).when(change(named("Ada"))).expectNoEvents();
    }

    @Test
    void props_are_replaced_as_a_whole_or_go() {
        IdolProfile proud = withProps(BAND, "{\"fun_fact\":\"x\"}");
        idol.given(new IdolAdded(ADA, proud))
                .when(change(withProps(named("Ada"), "{\"new_single\":\"y\"}")))
                .expectEvents(new IdolChanged(ADA, withProps(BAND, "{\"new_single\":\"y\"}")));
        idol.given(new IdolAdded(ADA, proud))
                .when(new ChangeIdol(ADA, new Patch<>(named("Ada"), Set.of("props"))))
                .expectEvents(new IdolChanged(ADA, BAND));
    }

    @Test
    void another_name_is_claimed_and_the_old_one_is_free() {
        idol.claims.held(IdolClaims.name(7, "Ada"), ADA).held(IdolClaims.music(7, "m1"), ADA);
        idol.given(new IdolAdded(ADA, BAND))
                .when(change(profile("Bea", null, "m1", null)))
                .expectEvents(new IdolChanged(ADA, profile("Bea", IdolType.ARTIST, "m1", List.of("pop"))));
        assertThat(idol.claims.held.keySet())
                .containsExactlyInAnyOrder(IdolClaims.name(7, "bea"), IdolClaims.music(7, "m1"));
    }

    @Test
    void a_name_is_spelled_as_it_was_last() {
        idol.claims.held(IdolClaims.name(7, "Ada"), ADA);
        idol.given(new IdolAdded(ADA, TEAM))
                .when(change(profile("ADA", null, null, null)))
                .expectEvents(new IdolChanged(ADA, profile("ADA", IdolType.TEAM, null, List.of())));
        assertThat(idol.claims.held).hasSize(1);
    }

    @Test
    void it_is_shown_as_was_said_last() {
        var shown = IdolPresentationBuilder.builder()
                .description("A band")
                .musicFollowerCount(7L)
                .build();
        idol.given(new IdolAdded(ADA, BAND))
                .when(new PresentIdol(ADA, Patch.of(shown)))
                .expectEvents(new IdolPresented(ADA, shown));
        idol.given(new IdolAdded(ADA, BAND), new IdolPresented(ADA, shown))
                .when(new PresentIdol(
                        ADA,
                        Patch.of(IdolPresentationBuilder.builder()
                                .description("")
                                .musicFollowerCount(7L)
                                .build())))
                .expectEvents(new IdolPresented(
                        ADA,
                        IdolPresentationBuilder.builder().musicFollowerCount(7L).build()));
        idol.given(new IdolAdded(ADA, BAND), new IdolPresented(ADA, shown))
                .when(new PresentIdol(ADA, Patch.of(IdolPresentation.EMPTY)))
                .expectNoEvents();
    }

    @Test
    void its_picture_is_there_when_it_is_set() {
        UUID picture = UUID.fromString("0192f3c1-0000-7000-8000-000000000001");
        var shown = IdolPresentationBuilder.builder().mediaUid(picture).build();
        idol.given(new IdolAdded(ADA, BAND))
                .when(new PresentIdol(ADA, Patch.of(shown)))
                .expectNoEvents()
                .expectException(refusalNaming("media_uid"));
        idol.given(new IdolAdded(ADA, BAND), new IdolPresented(ADA, shown))
                .when(new PresentIdol(ADA, Patch.of(shown)))
                .expectNoEvents();
        idol.streams.open(new MediaId(7, picture.toString()));
        idol.given(new IdolAdded(ADA, BAND))
                .when(new PresentIdol(ADA, Patch.of(shown)))
                .expectEvents(new IdolPresented(ADA, shown));
    }

    @Test
    void a_deleted_one_gives_back_what_it_was_called() {
        idol.claims.held(IdolClaims.name(7, "Ada"), ADA).held(IdolClaims.music(7, "m1"), ADA);
        idol.given(new IdolAdded(ADA, BAND)).when(new RemoveIdol(ADA)).expectEvents(new IdolRemoved(ADA));
        assertThat(idol.claims.held).isEmpty();
    }

    @Test
    void nothing_is_decided_of_a_deleted_one() {
        for (var command : List.of(
                change(profile("Bea", null, null, null)),
                new PresentIdol(
                        ADA,
                        Patch.of(IdolPresentationBuilder.builder()
                                .description("A band")
                                .build())),
                new RemoveIdol(ADA))) {
            idol.given(new IdolAdded(ADA, BAND), new IdolRemoved(ADA))
                    .when(command)
                    .expectNoEvents()
                    .expectException(refusalAsUnknown());
        }
    }

    @Test
    void an_existing_idol_is_not_added_again() {
        idol.given(new IdolAdded(ADA, BAND))
                .when(new AddIdol(ADA, profile("Bea", null, null, null)))
                .expectNoEvents()
                .expectException(refusalNaming("idol_uid"));
    }

    private static ChangeIdol change(IdolProfile given) {
        return new ChangeIdol(ADA, Patch.of(given));
    }

    private static IdolProfile named(String name) {
        return profile(name, null, null, null);
    }

    private static IdolProfile profile(
            String name, @Nullable IdolType type, @Nullable String musicUid, @Nullable List<String> labels) {
        return new IdolProfile(name, type, musicUid, null, null, labels, null);
    }

    private static IdolProfile withProps(IdolProfile idol, String props) {
        return new IdolProfile(
                idol.idolName(),
                idol.idolType(),
                idol.musicUid(),
                null,
                null,
                idol.labelNames(),
                JsonMapper.shared().readValue(props, ObjectNode.class));
    }
}
