package encore.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.kernel.Command;
import encore.kernel.Patch;
import encore.kernel.Refusal;
import encore.kernel.fans.FanEvent.FanFieldsChanged;
import encore.kernel.fans.FanEvent.FanPropsChanged;
import encore.kernel.fans.FanEvent.FanTagsChanged;
import encore.kernel.fans.FanId;
import encore.kernel.fans.profile.Consent;
import encore.kernel.fans.profile.FieldsAndTags;
import encore.kernel.fans.profile.Profile;
import encore.kernel.fans.proofs.OwnDetails;
import encore.kernel.fans.proofs.ProofCommand.ChangeOwnFan;
import encore.kernel.fields.FieldCommand.AddField;
import encore.kernel.fields.FieldDefinition;
import encore.kernel.fields.FieldType;
import encore.kernel.fields.FieldsId;
import encore.kernel.loginsettings.LoginSettings;
import encore.kernel.loginsettings.LoginSettingsBuilder;
import encore.kernel.loginsettings.LoginSettingsCommand.ChangeLoginSettings;
import encore.kernel.loginsettings.LoginSettingsId;
import encore.kernel.publicnames.PublicTitleId;
import encore.kernel.signups.SignupCommand.SignUp;
import encore.kernel.tags.RequestedTag;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Callers with the public key alone try to give a fan tags, fields and props that login settings keep for staff. */
class StaffNamesOnDiskTest {

    private static final long ACCOUNT = CommandSideOnDisk.ACCOUNT;
    private static final long VIP = 501;
    private static final long LATE = 502;

    @TempDir
    private Path directory;

    private CommandSideOnDisk side;
    private FanId ann;
    private long minted = 1_000;

    @BeforeEach
    void staff_keeps_a_tag_a_field_and_a_prop_for_itself() {
        side = new CommandSideOnDisk(directory);
        for (String key : List.of("rank", "size")) {
            side.send(new AddField(
                    new FieldsId(ACCOUNT), new FieldDefinition(key, FieldType.NUMBER, List.of(), true, false, null)));
        }
        ann = fan();
        var tags = List.of(new RequestedTag("VIP", true, VIP), new RequestedTag("late", true, LATE));
        side.send(new SignUp(
                ann,
                Profile.reachableBy("ann@x.example", null),
                Consent.EMPTY,
                new FieldsAndTags(Map.of(), tags),
                null,
                null,
                title(),
                true));
        side.send(new ChangeLoginSettings(
                new LoginSettingsId(ACCOUNT), staff(List.of(VIP), List.of("rank"), List.of("level"))));
    }

    @AfterEach
    void close() {
        side.close();
    }

    @Test
    void a_session_neither_sets_nor_removes_them() {
        int before = side.events().size();
        refused("tag_" + VIP, own(new OwnDetails(Map.of(), Map.of(), Map.of(VIP, true)), false));
        refused("tag_" + VIP, own(new OwnDetails(Map.of(), Map.of(), Map.of(LATE, false, VIP, false)), false));
        refused("field_rank", own(new OwnDetails(Map.of(), Map.of("rank", "5", "size", "5"), Map.of()), false));
        refused("field_rank", own(new OwnDetails(Map.of(), Map.of("rank", ""), Map.of()), false));
        refused("props_level", own(new OwnDetails(Map.of("level", "gold", "seat", "1"), Map.of(), Map.of()), false));
        refused("props_level", own(new OwnDetails(Map.of("level", ""), Map.of(), Map.of()), false));
        assertThat(side.events()).hasSize(before);
    }

    @Test
    void a_session_sets_all_others() {
        side.send(own(new OwnDetails(Map.of("seat", "12A"), Map.of("size", "5"), Map.of(LATE, false)), false));
        assertThat(events(FanPropsChanged.class)).hasSize(1);
        assertThat(events(FanFieldsChanged.class)).hasSize(1);
        assertThat(events(FanTagsChanged.class)).hasSize(2);
    }

    @Test
    void a_session_with_the_secret_sets_them() {
        side.send(own(new OwnDetails(Map.of("level", "gold"), Map.of("rank", "5"), Map.of(VIP, false)), true));
        assertThat(events(FanFieldsChanged.class)).hasSize(1);
    }

    @Test
    void a_public_signup_gives_none_of_them_to_new_and_known_fans_in_any_spelling() {
        int before = side.events().size();
        for (String email : List.of("ann@x.example", "new@x.example")) {
            refused("tag_name", signUp(email, Map.of(), "vip"));
            refused("tag_name", signUp(email, Map.of(), "late", "ＶＩＰ"));
            refused("field_rank", signUp(email, Map.of("rank", "5")));
        }
        assertThat(side.events()).hasSize(before);
        side.send(signUp("new@x.example", Map.of("size", "5"), "late"));
        assertThat(events(FanFieldsChanged.class)).hasSize(1);
    }

    @Test
    void names_are_free_again_when_the_settings_change() {
        side.send(new ChangeLoginSettings(new LoginSettingsId(ACCOUNT), staff(List.of(), List.of(), List.of())));
        side.send(own(new OwnDetails(Map.of("level", "gold"), Map.of("rank", "5"), Map.of(VIP, false)), false));
        assertThat(events(FanPropsChanged.class)).hasSize(1);
    }

    private static Patch<LoginSettings> staff(List<Long> tagIds, List<String> fieldKeys, List<String> propNames) {
        return Patch.of(LoginSettingsBuilder.builder()
                .staffTagIds(tagIds)
                .staffFieldKeys(fieldKeys)
                .staffPropNames(propNames)
                .build());
    }

    private FanId fan() {
        return new FanId(ACCOUNT, minted++);
    }

    private PublicTitleId title() {
        return new PublicTitleId(ACCOUNT, "t" + minted++);
    }

    private ChangeOwnFan own(OwnDetails details, boolean withSecret) {
        return new ChangeOwnFan(ann, Patch.of(Profile.EMPTY), Patch.of(Consent.EMPTY), null, details, withSecret);
    }

    private SignUp signUp(String email, Map<String, String> fields, String... tags) {
        List<RequestedTag> requested = List.of(tags).stream()
                .map(name -> new RequestedTag(name, true, minted++))
                .toList();
        return new SignUp(
                fan(),
                Profile.reachableBy(email, null),
                Consent.EMPTY,
                new FieldsAndTags(fields, requested),
                null,
                null,
                title(),
                false);
    }

    private void refused(String field, Command<?> command) {
        assertThatThrownBy(() -> side.send(command)).isInstanceOfSatisfying(Refusal.class, refusal -> {
            assertThat(refusal.kind()).isEqualTo(Refusal.Kind.RULE);
            assertThat(refusal.field()).isEqualTo(field);
        });
    }

    private <E> List<E> events(Class<E> type) {
        return side.events().stream()
                .map(recorded -> (Object) recorded.event())
                .filter(type::isInstance)
                .map(type::cast)
                .toList();
    }
}
