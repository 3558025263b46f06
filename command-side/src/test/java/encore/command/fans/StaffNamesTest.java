package encore.command.fans;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.command.AggregateUnderTest.HeldClaims;
import encore.command.AggregateUnderTest.OpenStreams;
import encore.command.StaffNames;
import encore.infra.eventstore.Dispatch;
import encore.kernel.Command;
import encore.kernel.Patch;
import encore.kernel.Refusal;
import encore.kernel.fans.FanId;
import encore.kernel.fans.RegisteredFan;
import encore.kernel.fans.profile.Consent;
import encore.kernel.fans.profile.FieldsAndTags;
import encore.kernel.fans.profile.Profile;
import encore.kernel.fans.proofs.OwnDetails;
import encore.kernel.fans.proofs.ProofCommand.ChangeOwnFan;
import encore.kernel.fans.proofs.ProofCommand.ReadPublicDetails;
import encore.kernel.fans.proofs.ProofCommand.WriteOwnFan;
import encore.kernel.fields.FieldCommand.ReadFields;
import encore.kernel.fields.FieldDefinition;
import encore.kernel.fields.FieldDefinitions;
import encore.kernel.fields.FieldType;
import encore.kernel.tags.RequestedTag;
import encore.kernel.tags.TagEvent.TagMade;
import encore.kernel.tags.TagId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Tags, fields and props of staff: two features reserve some, and public calls may set none of them. */
class StaffNamesTest {

    private static final FanId ANN = new FanId(7, 42);

    private final Commands commands = new Commands();
    private final HeldClaims claims = new HeldClaims()
            .held(TagChanges.claim(7, "vip"), new TagId(7, 1))
            .held(TagChanges.claim(7, "late"), new TagId(7, 2));
    private final OpenStreams streams =
            new OpenStreams().open(ANN).open(new TagId(7, 1)).open(new TagId(7, 2));
    private final List<StaffNames.Source> sources = List.of(
            (account, dispatch) -> new StaffNames(Set.of(1L), Set.of(), Set.of("rank"), Set.of("level")),
            (account, dispatch) -> new StaffNames(Set.of(3L), Set.of("crew"), Set.of(), Set.of()));

    @Test
    void a_sign_up_sets_no_tag_and_no_field_of_staff() {
        refused("tag_name", () -> read(Map.of(), "Late", "VIP"));
        refused("field_rank", () -> read(Map.of("rank", "5")));
        assertThat(commands.sent).isEmpty();
        assertThat(read(Map.of("size", "5"), "late").values()).hasToString("{\"size\":5}");
    }

    @Test
    void a_session_sets_none_of_staffs_names_and_takes_none_away() {
        refused("tag_1", () -> change(new OwnDetails(Map.of(), Map.of(), Map.of(1L, false)), false));
        refused("tag_3", () -> change(new OwnDetails(Map.of(), Map.of(), Map.of(3L, true)), false));
        refused("field_rank", () -> change(new OwnDetails(Map.of(), Map.of("rank", ""), Map.of()), false));
        refused("props_level", () -> change(new OwnDetails(Map.of("level", "gold"), Map.of(), Map.of()), false));
        assertThat(commands.sent).isEmpty();
    }

    @Test
    void tags_that_staff_names_are_refused_in_any_spelling_also_before_they_exist() {
        refused("tag_name", () -> read(Map.of(), "CREW"));
        refused("tag_name", () -> read(Map.of(), "late", " ｃｒｅｗ "));
        streams.begun(new TagId(7, 4), new TagMade(new TagId(7, 4), "Crew"));
        refused("tag_4", () -> change(new OwnDetails(Map.of(), Map.of(), Map.of(4L, true)), false));
        refused("tag_4", () -> change(new OwnDetails(Map.of(), Map.of(), Map.of(4L, false)), false));
        assertThat(commands.sent).isEmpty();
        change(new OwnDetails(Map.of(), Map.of(), Map.of(4L, true)), true);
    }

    @Test
    void with_the_secret_a_session_sets_them() {
        change(new OwnDetails(Map.of("level", "gold"), Map.of("rank", "5"), Map.of(1L, true)), true);
        assertThat(commands.sent.getLast()).isInstanceOf(WriteOwnFan.class);
    }

    @Test
    void names_of_props_and_unknown_tags_are_refused_for_every_caller() {
        for (boolean withSecret : List.of(true, false)) {
            refused("props_", () -> change(new OwnDetails(Map.of("", "x"), Map.of(), Map.of()), withSecret));
            refused("tag_9", () -> change(new OwnDetails(Map.of(), Map.of(), Map.of(9L, true)), withSecret));
            String longest = "x".repeat(64);
            refused(
                    "props_" + longest + "x",
                    () -> change(new OwnDetails(Map.of(longest + "x", "x"), Map.of(), Map.of()), withSecret));
            change(new OwnDetails(Map.of(longest, "x"), Map.of(), Map.of()), withSecret);
        }
    }

    private FieldsAndTags.ParsedFieldsAndTags read(Map<String, String> fields, String... tags) {
        List<RequestedTag> requested = List.of(tags).stream()
                .map(name -> new RequestedTag(name, true, 9))
                .toList();
        return new PublicFanHandler(sources)
                .decide(new ReadPublicDetails(ANN, new FieldsAndTags(fields, requested)), claims, commands);
    }

    private RegisteredFan change(OwnDetails details, boolean withSecret) {
        ChangeOwnFan command =
                new ChangeOwnFan(ANN, Patch.of(Profile.EMPTY), Patch.of(Consent.EMPTY), null, details, withSecret);
        return new ChangeOwnFanHandler(sources).decide(command, streams, commands);
    }

    private static void refused(String field, ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOfSatisfying(Refusal.class, refusal -> {
            assertThat(refusal.kind()).isEqualTo(Refusal.Kind.RULE);
            assertThat(refusal.field()).isEqualTo(field);
        });
    }

    /** Notes the commands, and knows the fields {@code size} and {@code rank}. */
    private static final class Commands implements Dispatch {

        private final List<Command<?>> sent = new ArrayList<>();

        @Override
        @SuppressWarnings("unchecked") // Only fans are written.
        public <R> R sendLast(Command<R> command) {
            sent.add(command);
            return (R) new RegisteredFan(42);
        }

        @Override
        @SuppressWarnings("unchecked") // Only fields are asked for.
        public <R> R send(Command<R> command) {
            assertThat(command).isInstanceOf(ReadFields.class);
            return (R) new FieldDefinitions(List.of(
                    new FieldDefinition("size", FieldType.NUMBER, List.of(), true, false, null),
                    new FieldDefinition("rank", FieldType.NUMBER, List.of(), true, false, null)));
        }
    }
}
