package encore.command.fans;

import static encore.command.Refusals.refusalNaming;
import static org.assertj.core.api.Assertions.assertThat;

import encore.command.AggregateUnderTest;
import encore.kernel.Patch;
import encore.kernel.fans.FanCommand.ChangeFan;
import encore.kernel.fans.FanCommand.FillInFan;
import encore.kernel.fans.FanCommand.RegisterFan;
import encore.kernel.fans.FanEvent.FanFieldsChanged;
import encore.kernel.fans.FanEvent.FanRegistered;
import encore.kernel.fans.FanEvent.FanTagsChanged;
import encore.kernel.fans.FanId;
import encore.kernel.fans.profile.Consent;
import encore.kernel.fans.profile.Curation;
import encore.kernel.fans.profile.FieldsAndTags;
import encore.kernel.fans.profile.FillPolicy;
import encore.kernel.fans.profile.Profile;
import encore.kernel.tags.RequestedTag;
import encore.kernel.tags.TagEvent.TagMade;
import encore.kernel.tags.TagId;
import java.util.List;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The custom fields and tags that a call gives to a fan. */
class FanParticularsTest {

    private static final FanId ANN = new FanId(7, 42);
    private static final TagId VIP = new TagId(7, 1);
    private static final Profile CONTACTS = Profile.reachableBy("ann@x.example", null);

    private final AggregateUnderTest<Fan> fan = new AggregateUnderTest<>(Fan.class);

    @Test
    void a_new_fan_comes_with_its_values_and_tags() {
        fan.claims.held(TagChanges.claim(7, "vip"), VIP);
        fan.givenNoPriorActivity()
                .when(new RegisterFan(
                        ANN, CONTACTS, Consent.EMPTY, null, said("{\"size\": 5}", List.of(), wish("VIP", true, 9))))
                .expectEvents(
                        new FanRegistered(ANN, CONTACTS, Consent.EMPTY),
                        new FanFieldsChanged(ANN, object("{\"size\": 5}"), List.of("size"), List.of()),
                        new FanTagsChanged(ANN, List.of(1L), List.of()));
        assertThat(fan.facts.written).isEmpty();
    }

    @Test
    void a_known_fan_gets_other_values_while_its_profile_is_only_filled_in() {
        fan.given(registered(), new FanFieldsChanged(ANN, object("{\"size\": 5}"), List.of("size"), List.of()))
                .when(new FillInFan(
                        ANN,
                        CONTACTS,
                        Consent.EMPTY,
                        null,
                        FillPolicy.EACH_GAP,
                        said("{\"size\": 6, \"shoe\": \"x\"}", List.of())))
                .expectEvents(new FanFieldsChanged(
                        ANN, object("{\"size\": 6, \"shoe\": \"x\"}"), List.of("size", "shoe"), List.of()));
    }

    @Test
    void values_that_are_so_already_and_gaps_that_are_cleared_are_no_change() {
        ObjectNode exact = JsonNodeFactory.instance.objectNode();
        exact.put("size", 5).putArray("colours").add("red");
        fan.given(
                        registered(),
                        new FanFieldsChanged(
                                ANN,
                                object("{\"size\": 5, \"colours\": [\"red\"]}"),
                                List.of("size", "colours"),
                                List.of()))
                .when(change(new FieldsAndTags.ParsedFieldsAndTags(exact, List.of("shoe"), List.of())))
                .expectNoEvents();
    }

    @Test
    void a_cleared_value_is_gone() {
        var had = new FanFieldsChanged(ANN, object("{\"size\": 5}"), List.of("size"), List.of());
        var gone = new FanFieldsChanged(ANN, null, List.of(), List.of("size"));
        fan.given(registered(), had).when(change(said("{}", List.of("size")))).expectEvents(gone);
        fan.given(registered(), had, gone)
                .when(change(said("{}", List.of("size"))))
                .expectNoEvents();
    }

    @Test
    void a_tag_is_made_by_its_first_use_as_it_was_spelled_then() {
        fan.given(registered())
                .when(change(said("{}", List.of(), wish("Front Row", true, 9))))
                .expectEvents(new FanTagsChanged(ANN, List.of(9L), List.of()));
        var made = new TagId(7, 9);
        assertThat(fan.facts.written).containsEntry(made.toString(), new TagMade(made, "Front Row"));
        assertThat(fan.claims.ownerOf(TagChanges.claim(7, " front ROW"))).isEqualTo(made.toString());
    }

    @Test
    void false_for_an_unknown_name_makes_no_tag() {
        fan.given(registered())
                .when(change(said("{}", List.of(), wish("123", false, 9))))
                .expectNoEvents();
        assertThat(fan.facts.written).isEmpty();
        assertThat(fan.claims.held).isEmpty();
    }

    @Test
    void a_tag_is_given_once_and_taken_once() {
        fan.claims.held(TagChanges.claim(7, "vip"), VIP);
        fan.given(registered(), new FanTagsChanged(ANN, List.of(1L), List.of()))
                .when(change(said("{}", List.of(), wish("vip", true, 9))))
                .expectNoEvents();
        fan.given(registered(), new FanTagsChanged(ANN, List.of(1L), List.of()))
                .when(change(said("{}", List.of(), wish("Vip", false, 9))))
                .expectEvents(new FanTagsChanged(ANN, List.of(), List.of(1L)));
        fan.given(
                        registered(),
                        new FanTagsChanged(ANN, List.of(1L), List.of()),
                        new FanTagsChanged(ANN, List.of(), List.of(1L)))
                .when(change(said("{}", List.of(), wish("vip", false, 9))))
                .expectNoEvents();
    }

    @Test
    void a_thousand_tags_are_enough_and_one_may_make_room_for_another() {
        fan.claims.held(TagChanges.claim(7, "vip"), VIP);
        var full =
                new FanTagsChanged(ANN, LongStream.rangeClosed(1, 1_000).boxed().toList(), List.of());
        fan.given(registered(), full)
                .when(change(said("{\"size\": 5}", List.of(), wish("new", true, 2_000))))
                .expectNoEvents()
                .expectException(refusalNaming("tag_new"));
        assertThat(fan.facts.written).isEmpty();
        fan.given(registered(), full)
                .when(change(said("{}", List.of(), wish("vip", false, 9), wish("new", true, 2_000))))
                .expectEvents(new FanTagsChanged(ANN, List.of(2_000L), List.of(1L)));
    }

    private static FanRegistered registered() {
        return new FanRegistered(ANN, CONTACTS, Consent.EMPTY);
    }

    private static ChangeFan change(FieldsAndTags.ParsedFieldsAndTags fieldsAndTags) {
        return new ChangeFan(
                ANN, Patch.of(Profile.EMPTY), Patch.of(Consent.EMPTY), Patch.of(Curation.EMPTY), null, fieldsAndTags);
    }

    private static FieldsAndTags.ParsedFieldsAndTags said(String values, List<String> cleared, RequestedTag... tags) {
        return new FieldsAndTags.ParsedFieldsAndTags(object(values), cleared, List.of(tags));
    }

    private static RequestedTag wish(String name, boolean given, long number) {
        return new RequestedTag(name, given, number);
    }

    private static ObjectNode object(@Nullable String json) {
        return (ObjectNode) JsonMapper.shared().readTree(json);
    }
}
