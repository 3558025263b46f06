package encore.command.identifiers;

import static encore.command.Refusals.refusalAsUnknown;
import static encore.command.Refusals.refusalNaming;
import static encore.command.Refusals.refusalOfTheRule;
import static org.assertj.core.api.Assertions.assertThat;

import encore.command.AggregateUnderTest;
import encore.infra.eventstore.Claims.Claim;
import encore.kernel.fans.FanId;
import encore.kernel.identifiers.ChangedIdentifiers;
import encore.kernel.identifiers.IdentifierCommand.AddIdentifier;
import encore.kernel.identifiers.IdentifierCommand.AssignMemberId;
import encore.kernel.identifiers.IdentifierCommand.ForgetIdentifiers;
import encore.kernel.identifiers.IdentifierCommand.RemoveIdentifier;
import encore.kernel.identifiers.IdentifierEvent.IdentifierAdded;
import encore.kernel.identifiers.IdentifierEvent.IdentifierRemoved;
import encore.kernel.identifiers.IdentifierEvent.IdentifiersForgotten;
import encore.kernel.identifiers.IdentifiersId;
import encore.kernel.identifiers.MemberId;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class IdentifiersTest {

    private static final FanId ADA = new FanId(7, 42);
    private static final FanId BEN = new FanId(7, 43);
    private static final IdentifiersId ADAS = new IdentifiersId(ADA);
    private static final IdentifiersId BENS = new IdentifiersId(BEN);

    private final AggregateUnderTest<Identifiers> identifiers = new AggregateUnderTest<>(Identifiers.class);

    @BeforeEach
    void both_fans_are_known() {
        identifiers.streams.open(ADA).open(BEN);
    }

    @Test
    void an_identifier_is_added_and_claimed() {
        identifiers
                .givenNoPriorActivity()
                .when(add("music", "ada"))
                .expectEvents(added("music", "ada"))
                .expectResultMessagePayload(new ChangedIdentifiers(42));
        assertThat(identifiers.claims.ownerOf(claim("music", "ada"))).isEqualTo(ADAS.toString());
    }

    @Test
    void the_same_fan_adds_it_again_and_nothing_is_recorded() {
        identifiers
                .given(added("music", "ada"))
                .when(add("music", "ada"))
                .expectNoEvents()
                .expectResultMessagePayload(new ChangedIdentifiers(42));
    }

    @Test
    void case_makes_another_identifier() {
        identifiers.given(added("music", "ada")).when(add("music", "Ada")).expectEvents(added("music", "Ada"));
    }

    @Test
    void network_and_value_do_not_run_into_each_other() {
        assertThat(claim("ab", "c")).isNotEqualTo(claim("a", "bc"));
    }

    @Test
    void another_fans_identifier_is_refused() {
        identifiers.claims.held(claim("music", "ada"), BENS);
        identifiers
                .givenNoPriorActivity()
                .when(add("music", "ada"))
                .expectNoEvents()
                .expectException(refusalNaming("identifier_value"));
        assertThat(identifiers.claims.ownerOf(claim("music", "ada"))).isEqualTo(BENS.toString());
    }

    @Test
    void an_identifier_still_claimed_by_an_erased_fan_is_free() {
        identifiers.claims.held(claim("music", "ada"), BENS);
        identifiers.streams.ended(BEN);
        identifiers.givenNoPriorActivity().when(add("music", "ada")).expectEvents(added("music", "ada"));
        assertThat(identifiers.claims.ownerOf(claim("music", "ada"))).isEqualTo(ADAS.toString());
    }

    @Test
    void an_unknown_fan_gets_no_identifier() {
        identifiers.streams.ended(ADA);
        identifiers
                .givenNoPriorActivity()
                .when(add("music", "ada"))
                .expectNoEvents()
                .expectException(refusalAsUnknown());
    }

    @Test
    void a_removed_identifier_is_free_for_others() {
        identifiers.claims.held(claim("music", "ada"), ADAS);
        identifiers
                .given(added("music", "ada"))
                .when(new RemoveIdentifier(ADAS, "music", "ada"))
                .expectEvents(new IdentifierRemoved(ADAS, "music", "ada", null));
        assertThat(identifiers.claims.ownerOf(claim("music", "ada"))).isNull();
    }

    @Test
    void removing_what_the_fan_has_not_records_nothing_and_frees_nothing() {
        identifiers.claims.held(claim("music", "ben"), BENS);
        identifiers
                .given(added("music", "ada"))
                .when(new RemoveIdentifier(ADAS, "music", "ben"))
                .expectNoEvents()
                .expectResultMessagePayload(new ChangedIdentifiers(42));
        assertThat(identifiers.claims.ownerOf(claim("music", "ben"))).isEqualTo(BENS.toString());
    }

    @Test
    void an_unknown_fan_has_nothing_removed() {
        identifiers.streams.ended(ADA);
        identifiers
                .given(added("music", "ada"))
                .when(new RemoveIdentifier(ADAS, "music", "ada"))
                .expectNoEvents()
                .expectException(refusalAsUnknown());
    }

    @Test
    void a_member_id_is_also_an_identifier_of_the_portal() {
        String memberId = MemberNumber.of(ADA);
        identifiers
                .given(added("music", "ada"))
                .when(new AssignMemberId(ADAS))
                .expectEvents(added("portal", memberId))
                .expectResultMessagePayload(new MemberId(42, memberId));
        assertThat(identifiers.claims.ownerOf(claim("portal", memberId))).isEqualTo(ADAS.toString());
    }

    @Test
    void a_fan_gets_a_member_id_once() {
        identifiers
                .given(added("portal", MemberNumber.of(ADA)))
                .when(new AssignMemberId(ADAS))
                .expectNoEvents()
                .expectException(refusalOfTheRule());
    }

    @Test
    void a_portal_identifier_set_by_hand_counts_as_member_id() {
        identifiers
                .given(added("portal", "M-1"))
                .when(new AssignMemberId(ADAS))
                .expectNoEvents()
                .expectException(refusalOfTheRule());
    }

    @Test
    void an_unknown_fan_gets_no_member_id() {
        identifiers.streams.ended(ADA);
        identifiers
                .givenNoPriorActivity()
                .when(new AssignMemberId(ADAS))
                .expectNoEvents()
                .expectException(refusalAsUnknown());
    }

    @Test
    void member_ids_of_neighbours_differ_and_have_eleven_letters() {
        assertThat(MemberNumber.of(ADA)).hasSize(11).isNotEqualTo(MemberNumber.of(BEN));
        assertThat(MemberNumber.of(new FanId(7, (1L << 53) - 1))).hasSize(11);
    }

    @Test
    void forgetting_frees_all_names() {
        identifiers.claims.held(claim("music", "ada"), ADAS).held(claim("portal", "M-1"), ADAS);
        identifiers
                .given(added("music", "ada"), added("portal", "M-1"))
                .when(new ForgetIdentifiers(ADAS))
                .expectEvents(new IdentifiersForgotten(ADAS));
        assertThat(identifiers.claims.ownerOf(claim("music", "ada"))).isNull();
        assertThat(identifiers.claims.ownerOf(claim("portal", "M-1"))).isNull();
    }

    @Test
    void forgetting_a_fan_without_names_records_nothing() {
        identifiers
                .given(added("music", "ada"), new IdentifiersForgotten(ADAS))
                .when(new ForgetIdentifiers(ADAS))
                .expectNoEvents()
                .expectResultMessagePayload(new ChangedIdentifiers(42));
    }

    private static Claim claim(String network, String value) {
        return new Identifier(network, value).claim(7);
    }

    private static AddIdentifier add(String network, String value) {
        return new AddIdentifier(ADAS, network, value);
    }

    private static IdentifierAdded added(String network, String value) {
        return new IdentifierAdded(ADAS, network, value, null);
    }
}
