package encore.command.fans;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.command.AggregateUnderTest;
import encore.command.AggregateUnderTest.HeldClaims;
import encore.command.FanContactClaims;
import encore.infra.eventstore.Dispatch;
import encore.kernel.Command;
import encore.kernel.Refusal;
import encore.kernel.fans.FanCommand.FillInFan;
import encore.kernel.fans.FanCommand.FindOrRegisterFan;
import encore.kernel.fans.FanCommand.RegisterFan;
import encore.kernel.fans.FanId;
import encore.kernel.fans.RegisteredFan;
import encore.kernel.fans.profile.Consent;
import encore.kernel.fans.profile.FieldsAndTags;
import encore.kernel.fans.profile.FillPolicy;
import encore.kernel.fans.profile.Profile;
import encore.kernel.fields.FieldCommand.ReadFields;
import encore.kernel.fields.FieldDefinition;
import encore.kernel.fields.FieldDefinitions;
import encore.kernel.fields.FieldType;
import encore.kernel.fields.FieldsId;
import encore.kernel.tags.RequestedTag;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.JsonNodeFactory;

class FindOrRegisterFanHandlerTest {

    private static final FanId NEW = new FanId(7, 99);
    private static final FanId ANN = new FanId(7, 42);
    private static final FanId BOB = new FanId(7, 43);
    private static final String EMAIL = "ann@x.example";
    private static final String PHONE = "+12025550101";

    private final HeldClaims claims = new HeldClaims();
    private final Commands commands = new Commands();
    private final AggregateUnderTest.OpenStreams streams =
            new AggregateUnderTest.OpenStreams().open(ANN).open(BOB);

    @Test
    void unknown_contacts_register_a_new_fan() {
        send(EMAIL, PHONE);
        assertThat(commands.sent).containsExactly(register(EMAIL, PHONE));
    }

    @Test
    void a_known_email_leads_to_its_fan_whoever_has_the_phone() {
        claims.held(FanContactClaims.email(7, EMAIL), ANN).held(FanContactClaims.phone(7, PHONE), BOB);
        send(EMAIL, PHONE);
        assertThat(commands.sent).containsExactly(fillIn(ANN, EMAIL, PHONE));
    }

    @Test
    void a_known_phone_leads_to_its_fan() {
        claims.held(FanContactClaims.phone(7, PHONE), BOB);
        send(null, PHONE);
        assertThat(commands.sent).containsExactly(fillIn(BOB, null, PHONE));
    }

    @Test
    void an_unknown_email_goes_to_the_phones_fan() {
        claims.held(FanContactClaims.phone(7, PHONE), BOB);
        send(EMAIL, PHONE);
        assertThat(commands.sent).containsExactly(fillIn(BOB, EMAIL, PHONE));
    }

    @Test
    void when_the_phones_fan_has_another_email_a_new_fan_is_registered_without_the_phone() {
        claims.held(FanContactClaims.phone(7, PHONE), BOB);
        commands.refusal = new Refusal(Refusal.Kind.RULE, FillInFan.ANOTHER_EMAIL, "Another.");
        send(EMAIL, PHONE);
        assertThat(commands.sent).containsExactly(fillIn(BOB, EMAIL, PHONE), register(EMAIL, null));
    }

    @Test
    void any_other_refusal_is_the_answer() {
        claims.held(FanContactClaims.phone(7, PHONE), BOB);
        commands.refusal = new Refusal(Refusal.Kind.CONFLICT, "contact-moved", "Moved.");
        assertThatThrownBy(() -> send(EMAIL, PHONE)).isSameAs(commands.refusal);
        assertThat(commands.sent).hasSize(1);
    }

    @Test
    void a_claim_that_a_restore_left_to_an_erased_fan_is_free() {
        claims.held(FanContactClaims.email(7, EMAIL), ANN);
        streams.ended(ANN);
        send(EMAIL, null);
        assertThat(commands.sent).containsExactly(register(EMAIL, null));
    }

    @Test
    void another_accounts_fan_is_not_found() {
        claims.held(FanContactClaims.email(8, EMAIL), new FanId(8, 1));
        send(EMAIL, null);
        assertThat(commands.sent).containsExactly(register(EMAIL, null));
    }

    @Test
    void fields_are_read_before_anything_is_done() {
        commands.definitions = new FieldDefinitions(List.of(
                new FieldDefinition("size", FieldType.NUMBER, List.of(), true, false, null),
                new FieldDefinition("old", FieldType.TEXT, List.of(), false, false, null)));
        var tags = List.of(new RequestedTag("vip", true, 3));
        send(new FieldsAndTags(Map.of("size", "5", "old", ""), tags));
        assertThat(commands.sent)
                .containsExactly(
                        new ReadFields(new FieldsId(7), Set.of("size", "old")),
                        new RegisterFan(
                                NEW,
                                Profile.reachableBy(EMAIL, null),
                                Consent.EMPTY,
                                null,
                                new FieldsAndTags.ParsedFieldsAndTags(
                                        JsonNodeFactory.instance.objectNode().put("size", 5), List.of("old"), tags)));
        for (Map<String, String> wrong : List.of(Map.of("old", "x"), Map.of("size", "x"), Map.of("new", "x"))) {
            assertThatThrownBy(() -> send(new FieldsAndTags(wrong, List.of())))
                    .isInstanceOfSatisfying(
                            Refusal.class,
                            refusal -> assertThat(refusal.field())
                                    .isEqualTo(
                                            "field_" + wrong.keySet().iterator().next()));
            assertThat(commands.sent.getLast()).isInstanceOf(ReadFields.class);
        }
    }

    private void send(FieldsAndTags fieldsAndTags) {
        var command = new FindOrRegisterFan(NEW, Profile.reachableBy(EMAIL, null), Consent.EMPTY, null, fieldsAndTags);
        new FindOrRegisterFanHandler().decide(command, claims, streams, commands);
    }

    @Test
    void a_record_that_moves_finds_a_fan_and_says_nothing_to_it_or_registers_one_with_what_is_free() {
        claims.held(FanContactClaims.email(7, EMAIL), ANN).held(FanContactClaims.phone(7, PHONE), BOB);
        var known = FindOrRegisterFan.ofMovedRecord(NEW, Profile.reachableBy(EMAIL, PHONE));
        assertThat(new FindOrRegisterFanHandler().decide(known, claims, streams, commands))
                .isEqualTo(new RegisteredFan(42));
        assertThat(commands.sent)
                .containsExactly(
                        new FillInFan(ANN, Profile.reachableBy(EMAIL, PHONE), Consent.EMPTY, null, FillPolicy.NOTHING));
        commands.sent.clear();
        var unknown = FindOrRegisterFan.ofMovedRecord(NEW, Profile.reachableBy("new@x.example", PHONE));
        new FindOrRegisterFanHandler().decide(unknown, claims, streams, commands);
        assertThat(commands.sent).containsExactly(register("new@x.example", null));
    }

    private void send(@Nullable String email, @Nullable String phone) {
        var command = new FindOrRegisterFan(NEW, Profile.reachableBy(email, phone), Consent.EMPTY, null);
        new FindOrRegisterFanHandler().decide(command, claims, streams, commands);
    }

    private static RegisterFan register(@Nullable String email, @Nullable String phone) {
        return new RegisterFan(NEW, Profile.reachableBy(email, phone), Consent.EMPTY, null);
    }

    private static FillInFan fillIn(FanId fan, @Nullable String email, @Nullable String phone) {
        return new FillInFan(fan, Profile.reachableBy(email, phone), Consent.EMPTY, null);
    }

    /** Notes what is sent; the first is refused when a test says so. */
    private static final class Commands implements Dispatch {

        private final List<Command<?>> sent = new ArrayList<>();
        private @Nullable Refusal refusal;
        private @Nullable FieldDefinitions definitions;

        @Override
        @SuppressWarnings("unchecked")
        public <R> R sendLast(Command<R> command) {
            sent.add(command);
            if (sent.size() == 1 && refusal != null) {
                throw refusal;
            }
            return (R) new RegisteredFan(((FanId) command.stream()).number());
        }

        @Override
        @SuppressWarnings("unchecked")
        public <R> R send(Command<R> command) {
            sent.add(command);
            return (R) Objects.requireNonNull(definitions, "One commit, one step");
        }
    }
}
